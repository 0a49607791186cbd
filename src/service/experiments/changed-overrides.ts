// Checks, replaces, adds and removes the overrides of an experiment, and serves them with group names. Pure.
import type { Problem } from "#contract/api-error.ts";
import type { ExperimentOverrides } from "#contract/experiment-overrides.ts";
import { maxOverrides, type OverridesUpdate } from "#contract/experiment-overrides-update.ts";
import { groupNamed } from "#contract/experiment-plan.ts";
import type { ChangeAuthor } from "#service/http/author-fields.ts";
import type { StoredExperiment } from "./answered-experiment.ts";

type Overrides = Pick<ExperimentOverrides, "overrides" | "userIDOverrides">;
type GateOverride = Overrides["overrides"][number];
type IDOverride = Overrides["userIDOverrides"][number];

export const overridesOf = ({ overrides, userIDOverrides }: StoredExperiment): Overrides => ({
  overrides: overrides ?? [],
  userIDOverrides: userIDOverrides ?? [],
});

export function answeredOverrides(experiment: StoredExperiment): ExperimentOverrides {
  const { overrides, userIDOverrides } = overridesOf(experiment);
  const named = <Entry extends { groupID: string }>(entry: Entry): Entry => ({
    ...entry,
    groupID: groupNamed(experiment.groups, entry.groupID)?.name ?? entry.groupID,
  });
  return { overrides: overrides.map(named), userIDOverrides: userIDOverrides.map(named) };
}

/** The users an entry applies to, as a key: the type of their ids and the environment. */
const audienceOf = ({ environment, unitType }: IDOverride, experiment: StoredExperiment) =>
  JSON.stringify([environment ?? null, unitType ?? experiment.idType ?? "userID"]);
const groupAudienceOf = (entry: IDOverride, experiment: StoredExperiment) =>
  JSON.stringify([entry.groupID, audienceOf(entry, experiment)]);
const gateOf = ({ type, id, environment }: GateOverride) => JSON.stringify([type, id, environment ?? null]);

/** Returns problems that can be found without other entities; `isWhole` is true if the sent overrides replace all stored ones. */
export function overrideProblems(
  experiment: StoredExperiment,
  sent: OverridesUpdate,
  isWhole: boolean,
): Problem[] {
  const unknownGroups = (["overrides", "userIDOverrides"] as const).flatMap((field) =>
    sent[field].flatMap(({ groupID }, index) =>
      groupNamed(experiment.groups, groupID)
        ? []
        : [
            {
              property: `${field}.${index}.groupID`,
              errorMessage: `No group has the id or name '${groupID}'`,
            },
          ],
    ),
  );
  if (!isWhole) return unknownGroups;
  const seen = new Set<string>();
  const twice = sent.userIDOverrides.flatMap((entry, index) =>
    entry.ids.flatMap((id, place): Problem[] => {
      const key = JSON.stringify([audienceOf(entry, experiment), id]);
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      return [
        {
          property: `userIDOverrides.${index}.ids.${place}`,
          errorMessage: `'${id}' is overridden already`,
        },
      ];
    }),
  );
  return [...unknownGroups, ...twice];
}

type Signature = { setBy?: string | null | undefined; setTime?: number | null | undefined };

/** Serializes an entry independently of the order of its fields. */
const canonical = (entry: object) =>
  JSON.stringify(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Returns entries as they are stored. Unchanged entries keep their author. */
function signedEntries(
  experiment: StoredExperiment,
  sent: OverridesUpdate,
  { now, key }: ChangeAuthor,
): Overrides {
  const stored = overridesOf(experiment);
  const idOf = (group: string) => groupNamed(experiment.groups, group)?.id ?? group;
  const keyOf = ({ setBy: _by, setTime: _time, ...rest }: Partial<Signature> & object) => canonical(rest);
  const known = new Map(
    [...stored.overrides, ...stored.userIDOverrides].map((entry) => [keyOf(entry), entry]),
  );
  const signed = <Entry extends object>(entry: Entry): Entry & Signature => {
    const { setBy = key.name, setTime = now } = known.get(keyOf(entry)) ?? {};
    return { ...entry, setBy, setTime };
  };
  return {
    overrides: sent.overrides.map(({ groupID, type, id, environment }) =>
      signed({ groupID: idOf(groupID), environment: environment ?? null, type, id }),
    ),
    userIDOverrides: sent.userIDOverrides.map(({ groupID, ids, environment, unitType }) =>
      signed({
        groupID: idOf(groupID),
        environment: environment ?? null,
        unitType: unitType ?? experiment.idType ?? "userID",
        ids: [...new Set(ids)],
      }),
    ),
  };
}

/** Replaces all stored overrides by the sent ones. */
export const replacedOverrides = (
  experiment: StoredExperiment,
  sent: OverridesUpdate,
  author: ChangeAuthor,
): Overrides => signedEntries(experiment, sent, author);

// Choice: a user who is added to the overrides of one group is removed from those of the others.
/** Adds the sent overrides to the stored ones. */
export function addedOverrides(
  experiment: StoredExperiment,
  sent: OverridesUpdate,
  author: ChangeAuthor,
): Overrides {
  const { overrides, userIDOverrides } = overridesOf(experiment);
  const given = signedEntries(experiment, sent, author);
  const gates = new Set(given.overrides.map(gateOf));
  const all = given.userIDOverrides.reduce((entries, added) => {
    const moved = new Set(added.ids);
    const left = entries.map((entry) =>
      audienceOf(entry, experiment) === audienceOf(added, experiment) &&
      entry.groupID !== added.groupID &&
      entry.ids.some((id) => moved.has(id))
        ? { ...entry, ids: entry.ids.filter((id) => !moved.has(id)) }
        : entry,
    );
    const same = left.find(
      (entry) => groupAudienceOf(entry, experiment) === groupAudienceOf(added, experiment),
    );
    return same
      ? left.map((entry) =>
          entry === same ? { ...added, ids: [...new Set([...entry.ids, ...added.ids])] } : entry,
        )
      : [...left, added];
  }, userIDOverrides);
  return {
    overrides: [...overrides.filter((entry) => !gates.has(gateOf(entry))), ...given.overrides],
    userIDOverrides: all.filter(({ ids }) => ids.length > 0),
  };
}

/** Returns the problem of too many entries; the limit exists because equal entries are searched one by one. */
export const overrideCountProblems = (after: Overrides): Problem[] =>
  (["overrides", "userIDOverrides"] as const).flatMap((property) =>
    after[property].length > maxOverrides.entries
      ? [{ property, errorMessage: `At most ${maxOverrides.entries} entries are possible` }]
      : [],
  );

/** Removes the sent overrides from the stored ones. */
export function withoutOverrides(
  experiment: StoredExperiment,
  sent: OverridesUpdate | undefined,
  author: ChangeAuthor,
): Overrides {
  if (!sent) return { overrides: [], userIDOverrides: [] };
  const { overrides, userIDOverrides } = overridesOf(experiment);
  const given = signedEntries(experiment, sent, author);
  const keyOf = (entry: GateOverride) => JSON.stringify([entry.groupID, gateOf(entry)]);
  const gone = new Set(given.overrides.map(keyOf));
  const idsOf = new Map<string, Set<string>>();
  for (const entry of given.userIDOverrides) {
    const key = groupAudienceOf(entry, experiment);
    idsOf.set(key, new Set([...(idsOf.get(key) ?? []), ...entry.ids]));
  }
  const left = userIDOverrides.map((entry) => {
    const removed = idsOf.get(groupAudienceOf(entry, experiment));
    return removed ? { ...entry, ids: entry.ids.filter((id) => !removed.has(id)) } : entry;
  });
  return {
    overrides: overrides.filter((entry) => !gone.has(keyOf(entry))),
    userIDOverrides: left.filter(({ ids }) => ids.length > 0),
  };
}
