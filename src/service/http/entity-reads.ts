// Shared read operations of gates, dynamic configs and experiments: find, list, versions.
import { z } from "zod/mini";
import type { ListCounts } from "#contract/list-counts.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { entityExists, readEntity, type StoredKind, type Parse } from "#service/database/entities.ts";
import { entityHeads, type HeadDependencies } from "#service/database/entity-heads.ts";
import { listReferences, listVersions, readDocuments } from "#service/database/entity-lists.ts";
import type { Head, HeadFilter } from "#service/database/head-list.ts";
import { pageOfList, type Found, type PageOf } from "#service/database/pages.ts";
import { notFound } from "./errors.ts";
import type { RequestContext } from "./handler.ts";
import { versionDifferences, type Saved } from "./version-differences.ts";

/** Describes how entities of one kind are stored and returned. */
export interface Entities<Document, Answered> {
  readonly kind: StoredKind;
  /** Noun for error messages, as in `Gate not found.` */
  readonly noun: string;
  readonly parse: Parse<Document>;
  /** Returns the fields by which lists filter and sort these documents, at a time in ms. */
  readonly headsOf: (reader: Reader, documents: readonly unknown[], now: number) => Promise<Head[]>;
  /** Data beside the documents that these fields depend on. */
  readonly besides?: (reader: Reader, now: number) => Promise<HeadDependencies>;
  /** Fields whose values are counted in lists. */
  readonly counted: readonly string[];
  /** Ids of the gates whose names a list shows with a document. */
  readonly mentions?: (document: Document) => readonly string[];
  /** Converts a version to a response without regard to any other data. */
  readonly answerVersion: (context: RequestContext) => (document: Document) => Answered;
  /** Reads the data that responses of current entities depend on beside the documents, and returns the conversion. */
  readonly answers: (
    reader: Reader,
    context: RequestContext,
    documents: readonly Document[],
  ) => Promise<(document: Document) => Answered>;
}

/** Wraps each defined value in a list, and drops undefined ones. */
export const wrapInLists = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (value === undefined ? [] : [[field, [value]]])),
  );

export async function findEntity<Document>(
  reader: Reader,
  { kind, noun, parse }: Pick<Entities<Document, unknown>, "kind" | "noun" | "parse">,
  id: string,
): Promise<Document> {
  const stored = await readEntity(reader, kind, id, parse);
  if (!stored) throw notFound(noun);
  return stored;
}

/** Filter and page of a list endpoint, and whether to return counts. */
interface ListQuery extends HeadFilter, PageOf {
  readonly counts: boolean;
}

const namesIn = (ids: readonly string[], { nameOf }: { nameOf: (id: string) => string | undefined }) =>
  ids.flatMap((id) => {
    const name = nameOf(id);
    return name === undefined ? [] : [{ id, name }];
  });

const Named = z.object({ id: z.string(), name: z.string() });

const readNames = async (reader: Reader, gates: readonly string[]) =>
  gates.length === 0 ? [] : (await readDocuments(reader, "gate", gates)).map((stored) => Named.parse(stored));

export function entityReads<Document extends object, Answered extends Saved>(
  database: Database,
  entities: Entities<Document, Answered>,
) {
  const { kind, noun, parse } = entities;
  const heads = entityHeads(entities);
  const answered = async (reader: Reader, { items, total }: Found<Document>, context: RequestContext) => ({
    items: items.map(await entities.answers(reader, context, items)),
    total,
  });
  return {
    /** Loads the heads in advance of the first list; `now` in ms. */
    prepare: async (now: number) => void (await heads.current(database, now)),

    list: async (
      { counts: isCounted, limit, page, ...filter }: ListQuery,
      context: RequestContext,
    ): Promise<Found<Answered> & { counts?: ListCounts }> => {
      const reader = await database.upToDate();
      const all = await heads.current(reader, context.now);
      const { ids, counts } = all.find(filter);
      const { items, total } = pageOfList(ids, { limit, page });
      const documents = (await readDocuments(reader, kind, items)).map(parse);
      const found = await answered(reader, { items: documents, total }, context);
      if (!isCounted) return found;
      const mentioned = [...new Set(documents.flatMap((document) => entities.mentions?.(document) ?? []))];
      const names = kind === "gate" ? namesIn(mentioned, all) : await readNames(reader, mentioned);
      return { ...found, counts: { ...all.totals(), values: counts, names } };
    },

    read: async ({ params }: { params: { id: string } }, context: RequestContext) => {
      const reader = await database.upToDate();
      const document = await findEntity(reader, entities, params.id);
      const answer = await entities.answers(reader, context, [document]);
      const version = "version" in document ? document.version : undefined;
      return { data: answer(document), ...(typeof version === "number" && { version }) };
    },

    listVersions: async (
      { params, query }: { params: { id: string }; query: PageOf },
      context: RequestContext,
    ) => {
      const { items, total, itemsPerPage } = await listVersions(database, kind, params.id, query, parse);
      if (total === 0) throw notFound(noun);
      return { items: items.map(entities.answerVersion(context)), total, itemsPerPage };
    },

    listDifferences: async (
      { params, query }: { params: { id: string }; query: PageOf },
      context: RequestContext,
    ) => {
      const read = (pageOf: PageOf) => listVersions(database, kind, params.id, pageOf, parse);
      const { items, total, itemsPerPage } = await read(query);
      if (total === 0) throw notFound(noun);
      const before = await read({ limit: 1, page: query.page * itemsPerPage + 1 });
      const answered = [...items, ...before.items].map(entities.answerVersion(context));
      const each = answered
        .slice(0, items.length)
        .map((one, index) => versionDifferences(one, answered[index + 1]));
      return { items: each, total, itemsPerPage };
    },

    /** Lists the entities that refer to a gate. */
    listReferences: async (
      { params, query }: { params: { id: string }; query: PageOf },
      context: RequestContext,
    ) => {
      const reader = await database.upToDate();
      if (!(await entityExists(reader, "gate", params.id))) throw notFound("Gate");
      return answered(reader, await listReferences(reader, params.id, kind, query, parse), context);
    },
  };
}
