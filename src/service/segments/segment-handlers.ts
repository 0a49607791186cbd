// Implements the endpoints of segments.
import type { Problem } from "#contract/api-error.ts";
import { maxSegmentIDs, type Segment, type SegmentIDList } from "#contract/segment.ts";
import type { SegmentIDs } from "#contract/segment-update.ts";
import type { Database, Reader } from "#service/database/database.ts";
import type { DocumentRow } from "#service/database/entities.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { pageOfList } from "#service/database/pages.ts";
import { parseSegment, type StoredSegment } from "#service/database/segments.ts";
import { readSegmentReferrers } from "#service/database/segment-referrers.ts";
import { nameProblems } from "#service/entity-writes/name-in-use.ts";
import { ruleIDProblems, rulesIn } from "#service/entity-writes/rule-ids.ts";
import {
  versionedWrites,
  type Update,
  type WrittenEntities,
} from "#service/entity-writes/versioned-writes.ts";
import { emptyEntity, withEveryField } from "#service/http/answered-entity.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { badField, notFound, refuse, HttpError } from "#service/http/errors.ts";
import type { BodyChecks, Handlers, RequestContext } from "#service/http/handler.ts";
import { answeredRule } from "#targeting/evaluate/stored-rule.ts";
import { newSegment, patchedSegment, withIDs } from "./changed-segment.ts";

const empty = { ...emptyEntity, targetApps: [], team: null };

const answered = ({ ids, ...segment }: StoredSegment): Segment =>
  withEveryField<Segment>(
    {
      ...segment,
      rules: segment.rules.map(answeredRule),
      ...(segment.type === "id_list" && { count: ids.length }),
    },
    empty,
  );

const answeredIDs = ({ name, ids }: StoredSegment): SegmentIDList => ({ name, count: ids.length, ids });

const segmentEntities: WrittenEntities<StoredSegment, Segment> = {
  kind: "segment",
  noun: "Segment",
  parse: parseSegment,
  references: () => [],
  createProblems: async (reader, body) => [
    ...(await nameProblems(reader, "segment", body)),
    ...ruleIDProblems([], rulesIn(body)),
  ],
  answers: async () => answered,
};

/** Throws 400 where the segment is not a list of ids. */
function checkIsList({ type }: StoredSegment) {
  if (type !== "id_list")
    throw new HttpError(400, "Segment must be of type 'id_list' to be modified on this endpoint");
}

const updateProblems = async (_reader: Reader, stored: StoredSegment, body: unknown): Promise<Problem[]> => {
  const rules = rulesIn(body);
  return stored.type === "id_list" && rules.length > 0
    ? [{ property: "rules", errorMessage: "A list of ids has no rules" }]
    : ruleIDProblems(stored.rules, rules);
};

export function segmentHandlers(database: Database) {
  const { change, create, remove, checkStored } = versionedWrites(database, segmentEntities);
  const lists = versionedWrites<StoredSegment, SegmentIDList>(database, {
    ...segmentEntities,
    answers: async () => answeredIDs,
  });
  const changeIDs = (how: "add" | "remove") => (input: Update<SegmentIDs>, context: RequestContext) =>
    lists.change(input, context, (stored) => {
      checkIsList(stored);
      const after = withIDs(stored, input.body.ids, how, context);
      if (after.ids.length > maxSegmentIDs && how === "add")
        throw badField(
          "ids",
          `A segment has at most ${maxSegmentIDs} ids, this one would have ${after.ids.length}`,
        );
      return after;
    });
  const handlers = {
    listSegments: async ({ query }) => {
      const reader = await database.upToDate();
      const rows = await reader.query<DocumentRow>("select document from segment order by lower(name), id");
      const { items, total } = pageOfList(rows, query);
      return { items: items.map(({ document }) => answered(parseSegment(document))), total };
    },
    readSegment: async ({ params }) => {
      const segment = await findEntity(await database.upToDate(), segmentEntities, params.id);
      const usedBy = await readSegmentReferrers(await database.upToDate(), segment.id);
      return { data: { ...answered(segment), usedBy }, version: segment.version };
    },
    readSegmentIDs: async ({ params }) => {
      const segment = await findEntity(await database.upToDate(), segmentEntities, params.id);
      checkIsList(segment);
      return { data: answeredIDs(segment), version: segment.version };
    },
    listSegmentVersions: async ({ params, query }) => {
      const found = await listVersions(database, "segment", params.id, query, parseSegment);
      if (found.total === 0) throw notFound("Segment");
      return { ...found, items: found.items.map(answered) };
    },
    createSegment: (input, context) => create(input, context, newSegment),
    patchSegment: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await updateProblems(reader, stored, input.body));
        return patchedSegment(stored, input.body, context);
      }),
    addSegmentIDs: changeIDs("add"),
    removeSegmentIDs: changeIDs("remove"),
    deleteSegment: (input, context) =>
      remove(input, context, async (stored, reader) => {
        const referrers = await readSegmentReferrers(reader, stored.id);
        refuse(
          referrers.map(({ kind, name }) => ({
            property: "id",
            errorMessage: `The rules of the ${kind.replace("_", " ")} '${name}' ask for the segment`,
          })),
        );
      }),
  } satisfies Partial<Handlers>;
  /** Checks beyond those of the contract; the problems of both are reported together. */
  const checks: BodyChecks = {
    createSegment: (body) => segmentEntities.createProblems(database, body),
    patchSegment: checkStored(updateProblems),
  };
  return { handlers, checks };
}
