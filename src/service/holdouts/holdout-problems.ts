// Checks of a written holdout that the contract cannot make: what it holds out must exist, must use the same unit type, and must not be
// running yet.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { isUnderWay } from "#contract/experiment-states.ts";
import type { HeldOutField } from "#contract/holdout.ts";
import type { Reader } from "#service/database/database.ts";
import {
  readExperimentsOfLayers,
  readHeldOut,
  type HeldOut,
  type StoredHoldout,
} from "#service/database/holdouts.ts";

const ids = z.catch(z.optional(z.array(z.string())), undefined);
/** The fields of a raw body, which may be malformed. */
const Sent = z.catch(
  z.object({
    idType: z.catch(z.optional(z.string()), undefined),
    isEnabled: z.catch(z.optional(z.boolean()), undefined),
    passPercentage: z.catch(z.optional(z.number()), undefined),
    gateIDs: ids,
    dynamicConfigIDs: ids,
    experimentIDs: ids,
    layerIDs: ids,
  }),
  {},
);

const lists = [
  ["gateIDs", "gate", "Gate"],
  ["dynamicConfigIDs", "dynamic_config", "Dynamic config"],
  ["experimentIDs", "experiment", "Experiment"],
  ["layerIDs", "layer", "Layer"],
] as const;

const nameOf = ({ id, name }: HeldOut) => `'${name || id}'`;

/** Experiments that have users in their groups, each with the field of the holdout that includes it. */
async function runningIn(
  reader: Reader,
  sent: Partial<Record<HeldOutField, readonly string[]>>,
): Promise<[HeldOutField, HeldOut][]> {
  const own = await readHeldOut(reader, "experiment", sent.experimentIDs ?? []);
  const ofLayers = await readExperimentsOfLayers(reader, sent.layerIDs ?? []);
  const under = (field: HeldOutField, all: readonly HeldOut[]) =>
    all.filter(isUnderWay).map((one): [HeldOutField, HeldOut] => [field, one]);
  return [...under("experimentIDs", own), ...under("layerIDs", ofLayers)];
}

export async function holdoutProblems(
  reader: Reader,
  stored: StoredHoldout | undefined,
  body: unknown,
): Promise<Problem[]> {
  const sent = Sent.parse(body);
  const unit = stored?.idType ?? sent.idType ?? "userID";
  const problems: Problem[] = [];
  for (const [property, kind, noun] of lists) {
    const wanted = sent[property] ?? [];
    const found = await readHeldOut(reader, kind, wanted);
    const missing = wanted.filter((id) => !found.some((one) => one.id === id));
    if (missing.length > 0)
      problems.push({
        property,
        errorMessage: `The following ${noun} IDs could not be found: [${missing.join(", ")}]`,
      });
    for (const one of found)
      if (one.idType !== unit)
        problems.push({
          property,
          errorMessage: `${nameOf(one)} divides its users by ${one.idType}, the holdout by ${unit}`,
        });
  }
  const [before, after] = [stored?.isEnabled === false ? 0 : (stored?.passPercentage ?? 0), sent];
  const isOn = after.isEnabled ?? stored?.isEnabled ?? true;
  const percent = after.passPercentage ?? stored?.passPercentage ?? 0;
  if (!isOn || percent === 0) return problems;
  // Choice: a holdout takes nobody out of a running experiment: users would leave their groups, and the results would compare different users.
  const grows = percent > before;
  const all = {
    experimentIDs: sent.experimentIDs ?? stored?.experimentIDs ?? [],
    layerIDs: sent.layerIDs ?? stored?.layerIDs ?? [],
  };
  const earlier = new Set((stored ? await runningIn(reader, stored) : []).map(([, { id }]) => id));
  for (const [field, experiment] of await runningIn(reader, all)) {
    const isNew = !earlier.has(experiment.id);
    if (!isNew && !grows) continue;
    const property = isNew ? field : after.passPercentage === undefined ? "isEnabled" : "passPercentage";
    problems.push({
      property,
      errorMessage: `The experiment ${nameOf(experiment)} has already started: its users would leave their groups`,
    });
  }
  return problems;
}
