// Reading gates, dynamic configs and experiments: they are found, listed and answered alike.
import type { Database, Reader } from "#service/database/database.ts";
import { entityExists, readEntity, type EntityKind, type Parse } from "#service/database/entities.ts";
import {
  listEntities,
  listReferences,
  listVersions,
  type EntityFilter,
} from "#service/database/entity-lists.ts";
import type { Found, PageOf } from "#service/database/pages.ts";
import { notFound } from "./errors.ts";
import type { RequestContext } from "./handler.ts";
import { versionDifferences, type Saved } from "./version-differences.ts";

/** How entities of one kind are stored and answered. */
export interface Entities<Document, Answered> {
  readonly kind: EntityKind;
  /** As in `Gate not found.` */
  readonly noun: string;
  readonly parse: Parse<Document>;
  /** Answers one version, whatever stands around it. */
  readonly answerVersion: (context: RequestContext) => (document: Document) => Answered;
  /** Reads what the answers of these entities, as they stand, depend on beside themselves. */
  readonly answers: (
    reader: Reader,
    context: RequestContext,
    documents: readonly Document[],
  ) => Promise<(document: Document) => Answered>;
}

export async function findEntity<Document>(
  reader: Reader,
  { kind, noun, parse }: Pick<Entities<Document, unknown>, "kind" | "noun" | "parse">,
  id: string,
): Promise<Document> {
  const stored = await readEntity(reader, kind, id, parse);
  if (!stored) throw notFound(noun);
  return stored;
}

export function entityReads<Document extends object, Answered extends Saved>(
  database: Database,
  entities: Entities<Document, Answered>,
) {
  const { kind, noun, parse } = entities;
  const answered = async ({ items, total }: Found<Document>, context: RequestContext) => ({
    items: items.map(await entities.answers(database, context, items)),
    total,
  });
  return {
    list: async (filter: EntityFilter, pageOf: PageOf, context: RequestContext) =>
      answered(await listEntities(database, kind, filter, pageOf, parse), context),

    read: async ({ params }: { params: { id: string } }, context: RequestContext) => {
      const document = await findEntity(database, entities, params.id);
      const answer = await entities.answers(database, context, [document]);
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

    /** Those that refer to a gate. */
    listReferences: async (
      { params, query }: { params: { id: string }; query: PageOf },
      context: RequestContext,
    ) => {
      if (!(await entityExists(database, "gate", params.id))) throw notFound("Gate");
      return answered(await listReferences(database, params.id, kind, query, parse), context);
    },
  };
}
