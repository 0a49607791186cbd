// Implements the endpoints of holdouts.
import type { HeldOut, Holdout } from "#contract/holdout.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import {
  type HeldOut as HeldOutFacts,
  parseHoldout,
  readExperimentsOfLayers,
  readHeldOut,
  readHoldouts,
  type StoredHoldout,
} from "#service/database/holdouts.ts";
import { pageOfList } from "#service/database/pages.ts";
import { nameProblems } from "#service/entity-writes/name-in-use.ts";
import { versionedWrites, type WrittenEntities } from "#service/entity-writes/versioned-writes.ts";
import { emptyEntity, withEveryField } from "#service/http/answered-entity.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { notFound, refuse } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { newHoldout, patchedHoldout } from "./changed-holdout.ts";
import { holdoutProblems } from "./holdout-problems.ts";

const { holdoutIDs: _none, ...emptyFields } = emptyEntity;
const empty = { ...emptyFields, targetApps: [], team: null, targetingGateID: null };

const answered = (holdout: StoredHoldout): Holdout => withEveryField<Holdout>(holdout, empty);

/** Everything that the holdout holds users out of, with names and states. */
async function heldOutBy(reader: Reader, holdout: StoredHoldout): Promise<HeldOut[]> {
  const { gateIDs, dynamicConfigIDs, experimentIDs, layerIDs } = holdout;
  const listed = { gate: gateIDs, dynamic_config: dynamicConfigIDs, experiment: experimentIDs } as const;
  const named = (kind: string, { id, name, status }: HeldOutFacts) => ({
    kind,
    id,
    name: name || id,
    status,
  });
  const own = await Promise.all(
    (["gate", "dynamic_config", "experiment"] as const).map(async (kind) =>
      (await readHeldOut(reader, kind, listed[kind])).map((one) => named(kind, one)),
    ),
  );
  const ofLayers = (await readExperimentsOfLayers(reader, layerIDs))
    .filter(({ id }) => !experimentIDs.includes(id))
    .map((one) => ({ ...named("experiment", one), layerID: one.layerID }));
  return [...own.flat(), ...ofLayers];
}

const holdoutEntities: WrittenEntities<StoredHoldout, Holdout> = {
  kind: "holdout",
  noun: "Holdout",
  parse: parseHoldout,
  references: () => [],
  createProblems: async (reader, body) => [
    ...(await nameProblems(reader, "holdout", body)),
    ...(await holdoutProblems(reader, undefined, body)),
  ],
  answers: async () => answered,
};

export function holdoutHandlers(database: Database) {
  const { change, create, checkStored } = versionedWrites(database, holdoutEntities);
  const handlers = {
    listHoldouts: async ({ query }) => {
      const { items, total } = pageOfList(await readHoldouts(await database.upToDate()), query);
      return { items: items.map(answered), total };
    },
    readHoldout: async ({ params }) => {
      const holdout = await findEntity(await database.upToDate(), holdoutEntities, params.id);
      const heldOut = await heldOutBy(await database.upToDate(), holdout);
      return { data: { ...answered(holdout), heldOut }, version: holdout.version };
    },
    listHoldoutVersions: async ({ params, query }) => {
      const found = await listVersions(database, "holdout", params.id, query, parseHoldout);
      if (found.total === 0) throw notFound("Holdout");
      return { ...found, items: found.items.map(answered) };
    },
    createHoldout: (input, context) => create(input, context, newHoldout),
    patchHoldout: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await holdoutProblems(reader, stored, input.body));
        return patchedHoldout(stored, input.body, context);
      }),
  } satisfies Partial<Handlers>;
  /** Checks beyond those of the contract; the problems of both are reported together. */
  const checks: BodyChecks = {
    createHoldout: (body) => holdoutEntities.createProblems(database, body),
    patchHoldout: checkStored(holdoutProblems),
  };
  return { handlers, checks };
}
