// Shared read and write operations of all kinds of sources: a write is previewed in the warehouse before it is stored.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { SourceKind } from "#contract/warehouse-source.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { entityExists } from "#service/database/entities.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { pageOfList, type PageOf } from "#service/database/pages.ts";
import {
  versionedWrites,
  type Creation,
  type Update,
  type WrittenEntities,
} from "#service/entity-writes/versioned-writes.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { notFound, refuse } from "#service/http/errors.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { knownMetadata } from "./answered-source.ts";
import { changeProblems, sourceChanges, type SentSource, type StoredSource } from "./changed-source.ts";
import { withDryRun } from "./requested-source.ts";
import type { SourceDraft } from "./preview/chosen-columns.ts";
import type { SourcePreviews } from "./source-previews.ts";

type Sent = SentSource &
  SourceDraft & {
    readonly dryRun?: boolean | undefined;
    readonly isReadOnly?: boolean | undefined;
  };

/** Describes how one kind of source is stored and returned. */
export interface SourcesOfKind<Stored, Answered> extends Omit<
  WrittenEntities<Stored & StoredSource, Answered>,
  "kind" | "references" | "createProblems" | "parse"
> {
  readonly kind: SourceKind;
  readonly parse: (document: unknown) => Stored;
  readonly readAll: (reader: Reader) => Promise<Stored[]>;
  /** Converts a version to a response without regard to any other data. */
  readonly answered: (source: Stored) => Answered;
}

const Sending = z.object({ name: z.optional(z.string()), isReadOnly: z.optional(z.boolean()) });
const Named = z.catch(z.object({ name: z.string() }), { name: "" });

export function writtenSources<Stored extends StoredSource, Answered extends object>(
  database: Database,
  previews: SourcePreviews,
  { readAll, answered, ...sources }: SourcesOfKind<Stored, Answered>,
) {
  const { kind, noun, parse } = sources;
  const nameInUse = async (reader: Reader, body: unknown): Promise<Problem[]> => {
    const { name } = Named.parse(body);
    return name && (await entityExists(reader, kind, name))
      ? [{ property: "name", errorMessage: "Name is already in use" }]
      : [];
  };
  const entities = { ...sources, references: () => [], createProblems: nameInUse };
  const { change, create, remove, checkStored } = versionedWrites<Stored, Answered>(database, entities);
  const { made, patched, replaced } = sourceChanges(kind, parse);
  const checkChange = checkStored(async (_reader, stored, body) => {
    const { data } = Sending.safeParse(body);
    return data ? changeProblems(stored, data) : [];
  });

  return {
    list: async ({ query }: { query: PageOf }, context: RequestContext) => {
      const reader = await database.upToDate();
      const { items, total } = pageOfList(await readAll(reader), query);
      return { items: items.map(await sources.answers(reader, context, items)), total };
    },
    read: async ({ params }: { params: { id: string } }, context: RequestContext) => {
      const reader = await database.upToDate();
      const source = await findEntity(reader, entities, params.id);
      const answer = await sources.answers(reader, context, [source]);
      return { data: answer(source), version: source.version };
    },
    listVersions: async ({ params, query }: { params: { id: string }; query: PageOf }) => {
      const found = await listVersions(database, kind, params.id, query, parse);
      if (found.total === 0) throw notFound(noun);
      return { ...found, items: found.items.map(answered) };
    },
    create: async (input: Creation<Sent & { readonly name: string }>, context: RequestContext) => {
      const previewed = await previews.ofWrite(kind, input, undefined, context);
      const done = await create(withDryRun(input), context, (sent, author, lastVersion) =>
        made(sent, author, lastVersion, previewed.metadata),
      );
      return previewed.answered(done);
    },
    update: async (input: Update<Sent>, context: RequestContext) => {
      const before = await findEntity(database, entities, input.params.id);
      const previewed = await previews.ofWrite(kind, input, before, context);
      const done = await change(withDryRun(input), context, (stored) => {
        refuse(changeProblems(stored, input.body));
        return replaced(stored, input.body, context, knownMetadata(stored, input.body, previewed));
      });
      return previewed.answered(done);
    },
    patch: async (input: Update<Sent>, context: RequestContext) => {
      const before = await findEntity(database, entities, input.params.id);
      const previewed = await previews.ofWrite(kind, input, before, context);
      const done = await change(withDryRun(input), context, (stored) => {
        refuse(changeProblems(stored, input.body));
        return patched(stored, input.body, context, previewed.metadata);
      });
      return previewed.answered(done);
    },
    remove,
    checkCreation: (body: unknown) => nameInUse(database, body),
    checkChange,
  };
}
