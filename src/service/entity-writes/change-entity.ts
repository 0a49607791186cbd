// Writing a gate or a dynamic config: found, unchanged since it was read, changed, kept in history, all in one transaction.
import type { Problem } from "#contract/api-error.ts";
import type { Database, Reader, Transaction } from "#service/database/database.ts";
import { readEntity, writeEntity, type EntityDocument } from "#service/database/entities.ts";
import { badRequest, checkIfMatch, notFound } from "#service/http/errors.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import type { StoredRule } from "#targeting/evaluate/stored-rule.ts";

export type RuleOwnerKind = "gate" | "dynamic_config";

interface RuleOwnerDocument extends EntityDocument {
  rules: StoredRule[];
  version: number;
}

/** What a subject tells about its entities; `noun` as in `Gate not found.` */
export interface RuleOwner<Document extends RuleOwnerDocument, Answered> {
  readonly kind: RuleOwnerKind;
  readonly noun: string;
  readonly parse: (document: unknown) => Document;
  readonly answer: (reader: Reader, context: RequestContext, document: Document) => Promise<Answered>;
}

const write = (transaction: Transaction, kind: RuleOwnerKind, document: RuleOwnerDocument, now: number) =>
  writeEntity(transaction, kind, { document, references: gateIDsIn(document.rules) }, now);

/** Changes a stored entity; what comes back as it was is not stored again. Throws 404, 412, and what `change` refuses. */
export const changeEntity = <Document extends RuleOwnerDocument, Answered>(
  database: Database,
  { kind, noun, parse, answer }: RuleOwner<Document, Answered>,
  { id, dryRun }: { id: string; dryRun: boolean },
  context: RequestContext,
  change: (stored: Document, reader: Reader) => Document | Promise<Document>,
): Promise<{ data: Answered; version: number }> =>
  database.transaction(
    async (transaction) => {
      const stored = await readEntity(transaction, kind, id, parse);
      if (!stored) throw notFound(noun);
      if (context.ifMatch !== undefined)
        checkIfMatch(context.ifMatch, stored.version, await answer(transaction, context, stored));
      const document = await change(stored, transaction);
      if (document !== stored) await write(transaction, kind, document, context.now);
      return { data: await answer(transaction, context, document), version: document.version };
    },
    { commit: !dryRun },
  );

/** Stores a new entity; throws 400 where there are problems. */
export const createEntity = <Document extends RuleOwnerDocument, Answered>(
  database: Database,
  { kind, answer }: RuleOwner<Document, Answered>,
  { document, dryRun }: { document: Document; dryRun: boolean },
  context: RequestContext,
  findProblems: (reader: Reader) => Promise<Problem[]>,
): Promise<{ data: Answered; version: number }> =>
  database.transaction(
    async (transaction) => {
      const problems = await findProblems(transaction);
      if (problems.length) throw badRequest(problems);
      await write(transaction, kind, document, context.now);
      return { data: await answer(transaction, context, document), version: document.version };
    },
    { commit: !dryRun },
  );
