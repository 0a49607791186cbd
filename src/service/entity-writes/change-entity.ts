// Writing a gate or a dynamic config: found, unchanged since it was read, checked, changed, kept in history, all in one transaction.
import type { Problem } from "#contract/api-error.ts";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import { readEntity, writeEntity } from "#service/database/entities.ts";
import { badRequest, checkIfMatch, notFound } from "#service/http/errors.ts";
import type { BodyCheck, RequestContext } from "#service/http/handler.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import type { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import { archivedProblems, inState, isArchived, type EntityState } from "./entity-state.ts";
import type { RuleOwner, RuleOwnerDocument } from "./rule-owner.ts";
import { addressableRules, ruleIDProblems, rulesIn } from "./rule-ids.ts";

interface Write {
  params: { id: string };
  query: { dryRun: boolean };
}
interface Archival {
  body: { changeReason?: string | undefined; archiveReason?: string | undefined; forceArchive?: boolean };
}
interface Unarchival {
  body: { changeReason?: string | undefined; unarchiveReason?: string | undefined };
}

/** Problems of a write, in the raw body, that the contract alone does not find. */
type FindProblems<Document> = (reader: Reader, stored: Document, body: unknown) => Promise<Problem[]>;

export function refuse(problems: readonly Problem[]) {
  if (problems.length) throw badRequest(problems);
}

export async function findEntity<Document extends RuleOwnerDocument, Answered>(
  reader: Reader,
  { kind, noun, parse }: RuleOwner<Document, Answered>,
  id: string,
): Promise<Document> {
  const stored = await readEntity(reader, kind, id, parse);
  if (!stored) throw notFound(noun);
  return stored;
}

/** Problems of a full or a partial update: state, ids of rules, and what the subject checks. */
export const findUpdateProblems =
  <Document extends RuleOwnerDocument, Answered>({
    kind,
    noun,
    updateProblems,
  }: RuleOwner<Document, Answered>): FindProblems<Document> =>
  async (reader, stored, body) => {
    const rules = rulesIn(body);
    return [
      ...archivedProblems(noun, stored),
      ...ruleIDProblems(await addressableRules(reader, kind, stored, rules), rules),
      ...(await updateProblems(reader, stored, body)),
    ];
  };

/** The check before the handler. An unknown entity has no problems here: the handler answers 404. */
export const checkStored =
  <Document extends RuleOwnerDocument, Answered>(
    database: Database,
    { kind, parse }: RuleOwner<Document, Answered>,
    find: FindProblems<Document>,
  ): BodyCheck =>
  async (body, params) => {
    const stored = await readEntity(database, kind, params["id"] ?? "", parse);
    return stored ? find(database, stored, body) : [];
  };

export function entityWrites<Document extends RuleOwnerDocument, Answered>(
  database: Database,
  owner: RuleOwner<Document, Answered>,
) {
  const { kind, noun } = owner;

  async function store(transaction: Transaction, document: Document, { now }: RequestContext) {
    await writeEntity(transaction, kind, { document, references: gateIDsIn(document.rules) }, now);
  }

  /** Stores a new entity; throws 400 where there are problems. */
  const create = (
    document: Document,
    { dryRun }: Write["query"],
    context: RequestContext,
    findProblems: (reader: Reader) => Promise<Problem[]>,
  ): Promise<{ data: Answered; version: number }> =>
    database.transaction(
      async (transaction) => {
        refuse(await findProblems(transaction));
        await store(transaction, document, context);
        return { data: await owner.answer(transaction, context, document), version: document.version };
      },
      { commit: !dryRun },
    );

  /** Changes a stored entity; what comes back as it was is not stored again. Throws 404, 412, and what `work` refuses. */
  const change = (
    { params, query }: Write,
    context: RequestContext,
    work: (stored: Document, reader: Reader) => Document | Promise<Document>,
  ): Promise<{ data: Answered; version: number }> =>
    database.transaction(
      async (transaction) => {
        const stored = await findEntity(transaction, owner, params.id);
        if (context.ifMatch !== undefined)
          checkIfMatch(context.ifMatch, stored.version, await owner.answer(transaction, context, stored));
        const document = await work(stored, transaction);
        if (document !== stored) await store(transaction, document, context);
        return { data: await owner.answer(transaction, context, document), version: document.version };
      },
      { commit: !query.dryRun },
    );

  return {
    create,
    change,

    /** A full or a partial update, checked; `work` is given the stored rules that a written one may replace. */
    update: (
      input: Write & { body: { rules?: readonly unknown[] | undefined } },
      context: RequestContext,
      work: (stored: Document, addressable: readonly StoredRule[]) => Document,
    ) =>
      change(input, context, async (stored, reader) => {
        refuse(await findUpdateProblems(owner)(reader, stored, input.body));
        return work(stored, await addressableRules(reader, kind, stored, input.body.rules ?? []));
      }),

    /** Brings an entity that is not archived into a state. */
    switchTo:
      (state: (stored: Document) => EntityState) =>
      (input: Write & { body: { changeReason?: string | undefined } }, context: RequestContext) =>
        change(input, context, (stored) => {
          refuse(archivedProblems(noun, stored));
          return inState(stored, state(stored), context, input.body.changeReason);
        }),

    archive: (input: Write & Archival, context: RequestContext) =>
      change(input, context, async (stored, reader) => {
        const { forceArchive, changeReason, archiveReason } = input.body;
        if (!forceArchive && !isArchived(stored)) refuse(await owner.archiveProblems(reader, stored.id));
        const archived = { status: "Archived", isEnabled: false };
        return inState(stored, archived, context, changeReason ?? archiveReason);
      }),

    // Choice: an entity that comes out of the archive is off.
    unarchive: (input: Write & Unarchival, context: RequestContext) =>
      change(input, context, (stored) => {
        const { changeReason, unarchiveReason } = input.body;
        return isArchived(stored)
          ? inState(stored, owner.disabled, context, changeReason ?? unarchiveReason)
          : stored;
      }),
  };
}
