// Writes an entity in one transaction: finds it, checks that it is unchanged since it was read, stores the change and keeps its former
// version. The caller supplies the new document.
import type { Problem } from "#contract/api-error.ts";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import { deleteEntity, readEntity, writeEntity } from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { lastEarlierVersions } from "#service/database/history.ts";
import { findEntity, type Entities } from "#service/http/entity-reads.ts";
import { checkIfMatch, refuse } from "#service/http/errors.ts";
import type { BodyCheck, RequestContext } from "#service/http/handler.ts";
import { sizeProblems } from "./document-size.ts";

export interface WrittenDocument extends EntityDocument {
  version: number;
}

export interface WrittenEntities<Document extends WrittenDocument, Answered> extends Pick<
  Entities<Document, Answered>,
  "kind" | "noun" | "parse" | "answers"
> {
  /** Ids of the gates that a document refers to. */
  readonly references: (document: Document) => readonly string[];
  /** Problems of a new entity that the contract cannot find; the body is raw. */
  readonly createProblems: (reader: Reader, body: unknown) => Promise<Problem[]>;
}

/** A write of a new entity. */
export type Creation<Body> = { query: { dryRun: boolean }; body: Body };

/** A write of a stored entity. */
export type Update<Body = unknown> = Creation<Body> & { params: { id: string } };
type Deletion = Omit<Update, "body">;

export function versionedWrites<Document extends WrittenDocument, Answered>(
  database: Database,
  entities: WrittenEntities<Document, Answered>,
) {
  const { kind, noun, parse } = entities;

  const answer = async (reader: Reader, context: RequestContext, document: Document) =>
    (await entities.answers(reader, context, [document]))(document);

  async function store(
    transaction: Transaction,
    context: RequestContext,
    document: Document,
    stored?: Document,
  ) {
    refuse(sizeProblems(noun, document, stored));
    await writeEntity(
      transaction,
      kind,
      { document, references: entities.references(document) },
      context.now,
    );
  }

  /** Returns the stored entity; throws 404 if there is none, and 412 if the request expects another version. */
  async function findExpected(transaction: Transaction, id: string, context: RequestContext) {
    const stored = await findEntity(transaction, entities, id);
    if (context.ifMatch !== undefined)
      checkIfMatch(context.ifMatch, stored.version, await answer(transaction, context, stored));
    return stored;
  }

  return {
    /** Changes a stored entity; an unchanged document is not stored again. Throws 404, 412, and any error of `work`. */
    change: (
      { params, query }: Update,
      context: RequestContext,
      work: (stored: Document, reader: Reader) => Document | Promise<Document>,
    ): Promise<{ data: Answered; version: number }> =>
      database.transaction(
        async (transaction) => {
          const stored = await findExpected(transaction, params.id, context);
          const document = await work(stored, transaction);
          if (document !== stored) await store(transaction, context, document, stored);
          return { data: await answer(transaction, context, document), version: document.version };
        },
        { commit: !query.dryRun },
      ),

    // Choice: an entity created under the id of a deleted one continues its versions, and its history is available again.
    /** Stores a new entity; throws 400 where there are problems. */
    create: <Body>(
      { query, body }: Creation<Body>,
      context: RequestContext,
      make: (
        body: Body,
        context: RequestContext,
        lastVersion: number,
        reader: Reader,
      ) => Document | Promise<Document>,
    ): Promise<{ data: Answered; version: number }> =>
      database.transaction(
        async (transaction) => {
          refuse(await entities.createProblems(transaction, body));
          const draft = await make(body, context, 0, transaction);
          const lastVersion = (await lastEarlierVersions(transaction, kind, [draft.id])).get(draft.id);
          const document = lastVersion ? await make(body, context, lastVersion, transaction) : draft;
          await store(transaction, context, document);
          return { data: await answer(transaction, context, document), version: document.version };
        },
        { commit: !query.dryRun },
      ),

    /** Deletes a stored entity; throws 404, 412, and any error of `check`. */
    remove: (
      { params, query }: Deletion,
      context: RequestContext,
      check: (stored: Document, reader: Reader) => void | Promise<void>,
    ) =>
      database.transaction(
        async (transaction) => {
          const stored = await findExpected(transaction, params.id, context);
          await check(stored, transaction);
          await deleteEntity(transaction, kind, stored.id, context.now);
          return {};
        },
        { commit: !query.dryRun },
      ),

    /** A check of the body before the handler runs. An unknown entity has no problems here, because the handler answers 404. */
    checkStored:
      (find: (reader: Reader, stored: Document, body: unknown) => Promise<Problem[]>): BodyCheck =>
      async (body, params) => {
        const reader = await database.upToDate();
        const stored = await readEntity(reader, kind, params["id"] ?? "", parse);
        return stored ? find(reader, stored, body) : [];
      },
  };
}
