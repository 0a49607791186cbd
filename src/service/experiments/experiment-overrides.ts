// Handles requests for an experiment's overrides. They are part of the experiment, so a change creates a new version of it.
import type { Problem } from "#contract/api-error.ts";
import { frozenProblems } from "#contract/experiment-states.ts";
import type { ExperimentOverrides } from "#contract/experiment-overrides.ts";
import type { OverridesUpdate } from "#contract/experiment-overrides-update.ts";
import type { Database, Reader } from "#service/database/database.ts";
import {
  versionedWrites,
  type Update,
  type WrittenEntities,
} from "#service/entity-writes/versioned-writes.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { refuse } from "#service/http/errors.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";
import { authorFields } from "#service/http/author-fields.ts";
import type { StoredExperiment } from "./answered-experiment.ts";
import {
  addedOverrides,
  answeredOverrides,
  withoutOverrides,
  overrideCountProblems,
  overrideProblems,
  replacedOverrides,
} from "./changed-overrides.ts";

/** Returns problems of overrides whose gate or segment does not exist. */
async function unknownProblems(reader: Reader, { overrides }: OverridesUpdate): Promise<Problem[]> {
  const named = overrides.flatMap(({ type, id }) => (type === "gate" ? [id] : []));
  const rows = named.length
    ? await reader.query<{ id: string }>("select id from gate where id = any($1)", [[...new Set(named)]])
    : [];
  const known = new Set(rows.map(({ id }) => id));
  return overrides.flatMap(({ type, id }, index) =>
    type === "gate" && known.has(id)
      ? []
      : [{ property: `overrides.${index}.id`, errorMessage: `No ${type} has the id '${id}'` }],
  );
}

type Apply = typeof addedOverrides;

export function overrideHandlers(
  database: Database,
  experiments: WrittenEntities<StoredExperiment, unknown>,
) {
  const { change } = versionedWrites<StoredExperiment, ExperimentOverrides>(database, {
    ...experiments,
    answers: async () => answeredOverrides,
  });

  const write = (input: Update<OverridesUpdate>, context: RequestContext, apply: Apply, isWhole = false) =>
    change(input, context, async (stored, reader) => {
      refuse([
        ...frozenProblems(stored, stored),
        ...overrideProblems(stored, input.body, isWhole),
        ...(await unknownProblems(reader, input.body)),
      ]);
      const after = apply(stored, input.body, context);
      refuse(overrideCountProblems(after));
      return {
        ...stored,
        ...after,
        version: stored.version + 1,
        ...authorFields(context, input.body.changeReason),
      };
    });

  return {
    readExperimentOverrides: async ({ params }) => {
      const stored = await findEntity(await database.upToDate(), experiments, params.id);
      return { data: answeredOverrides(stored), version: stored.version };
    },
    replaceExperimentOverrides: (input, context) => write(input, context, replacedOverrides, true),
    addExperimentOverrides: (input, context) => write(input, context, addedOverrides),
    removeExperimentOverrides: (input, context) =>
      change(input, context, (stored) => {
        refuse(frozenProblems(stored, stored));
        return {
          ...stored,
          ...withoutOverrides(stored, input.body, context),
          version: stored.version + 1,
          ...authorFields(context, input.body?.changeReason),
        };
      }),
  } satisfies Partial<Handlers>;
}
