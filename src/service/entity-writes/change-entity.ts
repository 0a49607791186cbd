// Writing a gate or a dynamic config: found, unchanged since it was read, checked, changed, kept in history, all in one transaction.
import type { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { Archival, Change, Unarchival } from "#contract/change.ts";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import { deleteEntity, readEntity, writeEntity } from "#service/database/entities.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { checkIfMatch, refuse } from "#service/http/errors.ts";
import type { BodyCheck, RequestContext } from "#service/http/handler.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { lastEarlierVersions, type FormerRule } from "#service/database/history.ts";
import { archivedProblems, inState, isArchived, type EntityState } from "./entity-state.ts";
import { sizeProblems } from "./document-size.ts";
import type { RuleOwner, RuleOwnerDocument } from "./rule-owner.ts";
import { addressableRules, ruleIDProblems, rulesIn } from "./rule-ids.ts";

/** A write of a new entity. */
type Creation<Body> = { query: { dryRun: boolean }; body: Body };

/** A write of a stored entity. */
type Update<Body = unknown> = Creation<Body> & { params: { id: string } };
type Deletion = Omit<Update, "body">;

export function entityWrites<Document extends RuleOwnerDocument, Answered>(
  database: Database,
  owner: RuleOwner<Document, Answered>,
) {
  const { kind, noun, parse } = owner;

  /** Problems of a write, in the raw body, that the contract alone does not find. */
  type FindProblems = (reader: Reader, stored: Document, body: unknown) => Promise<Problem[]>;

  const answer = async (reader: Reader, context: RequestContext, document: Document) =>
    (await owner.answers(reader, context, [document]))(document);

  async function store(
    transaction: Transaction,
    context: RequestContext,
    document: Document,
    stored?: Document,
  ) {
    refuse(sizeProblems(noun, document, stored));
    const references = gateIDsIn(document.rules);
    await writeEntity(transaction, kind, { document, references }, context.now);
  }

  /** Problems of a full or a partial update: state, ids of rules, and what the subject checks. */
  const updateProblems: FindProblems = async (reader, stored, body) => {
    const rules = rulesIn(body);
    return [
      ...archivedProblems(noun, stored),
      ...ruleIDProblems(await addressableRules(reader, kind, stored, rules), rules),
      ...(await owner.updateProblems(reader, stored, body)),
    ];
  };

  /** The check before the handler. An unknown entity has no problems here: the handler answers 404. */
  const checkStored =
    (find: FindProblems): BodyCheck =>
    async (body, params) => {
      const reader = await database.upToDate();
      const stored = await readEntity(reader, kind, params["id"] ?? "", parse);
      return stored ? find(reader, stored, body) : [];
    };

  /** The entity as it is stored; throws 404, and 412 where the request expects another version. */
  async function findExpected(transaction: Transaction, id: string, context: RequestContext) {
    const stored = await findEntity(transaction, owner, id);
    if (context.ifMatch !== undefined)
      checkIfMatch(context.ifMatch, stored.version, await answer(transaction, context, stored));
    return stored;
  }

  /** Changes a stored entity; what comes back as it was is not stored again. Throws 404, 412, and what `work` refuses. */
  const change = (
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
    );

  return {
    change,

    checks: {
      create: ((body) => owner.createProblems(database, body)) satisfies BodyCheck,
      update: checkStored(updateProblems),
      stored: checkStored,
    },

    // Choice: an entity that is created under the id of a deleted one goes on from its last version, and its history is there again.
    /** Stores a new entity; throws 400 where there are problems. */
    create: <Body>(
      { query, body }: Creation<Body>,
      context: RequestContext,
      make: (body: Body, context: RequestContext, lastVersion: number) => Document,
    ): Promise<{ data: Answered; version: number }> =>
      database.transaction(
        async (transaction) => {
          refuse(await owner.createProblems(transaction, body));
          const draft = make(body, context, 0);
          const lastVersion = (await lastEarlierVersions(transaction, kind, [draft.id])).get(draft.id);
          const document = lastVersion ? make(body, context, lastVersion) : draft;
          await store(transaction, context, document);
          return { data: await answer(transaction, context, document), version: document.version };
        },
        { commit: !query.dryRun },
      ),

    /** A full or a partial update, checked; `work` is given the stored rules that a written one may replace. */
    update: <Body extends { rules?: readonly unknown[] | undefined }>(
      input: Update<Body>,
      context: RequestContext,
      work: (
        stored: Document,
        addressable: readonly FormerRule[],
        body: Body,
        context: RequestContext,
      ) => Document,
    ) =>
      change(input, context, async (stored, reader) => {
        refuse(await updateProblems(reader, stored, input.body));
        const addressable = await addressableRules(reader, kind, stored, input.body.rules ?? []);
        return work(stored, addressable, input.body, context);
      }),

    /** Brings an entity that is not archived into a state. */
    switchTo:
      (state: (stored: Document) => EntityState) =>
      (input: Update<z.output<typeof Change>>, context: RequestContext) =>
        change(input, context, (stored) => {
          refuse(archivedProblems(noun, stored));
          return inState(stored, state(stored), context, input.body.changeReason);
        }),

    // Choice: deleting, as archiving, is refused where something in use refers to the entity; it takes `dryRun` and If-Match.
    delete: ({ params, query }: Deletion, context: RequestContext) =>
      database.transaction(
        async (transaction) => {
          const stored = await findExpected(transaction, params.id, context);
          if (!isArchived(stored)) refuse(await owner.archiveProblems(transaction, stored.id));
          await deleteEntity(transaction, kind, stored.id, context.now);
          return {};
        },
        { commit: !query.dryRun },
      ),

    archive: (input: Update<z.output<typeof Archival>>, context: RequestContext) =>
      change(input, context, async (stored, reader) => {
        const { forceArchive, changeReason, archiveReason } = input.body;
        if (!forceArchive && !isArchived(stored)) refuse(await owner.archiveProblems(reader, stored.id));
        const archived = { status: "Archived", isEnabled: false };
        return inState(stored, archived, context, changeReason ?? archiveReason);
      }),

    // Choice: an entity that comes out of the archive is off.
    unarchive: (input: Update<z.output<typeof Unarchival>>, context: RequestContext) =>
      change(input, context, (stored) => {
        const { changeReason, unarchiveReason } = input.body;
        return isArchived(stored)
          ? inState(stored, owner.disabled, context, changeReason ?? unarchiveReason)
          : stored;
      }),
  };
}
