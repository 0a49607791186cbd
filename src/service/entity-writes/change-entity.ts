// The writes that gates and dynamic configs share: checks, rules and states.
import type { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { Archival, Change, Unarchival } from "#contract/change.ts";
import type { Database, Reader } from "#service/database/database.ts";
import type { FormerRule } from "#service/database/history.ts";
import { refuse } from "#service/http/errors.ts";
import type { BodyCheck, RequestContext } from "#service/http/handler.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { archivedProblems, inState, isArchived, type EntityState } from "./entity-state.ts";
import type { RuleOwner, RuleOwnerDocument } from "./rule-owner.ts";
import { addressableRules, ruleIDProblems, rulesIn } from "./rule-ids.ts";
import { versionedWrites, type Update } from "./versioned-writes.ts";

export function entityWrites<Document extends RuleOwnerDocument, Answered>(
  database: Database,
  owner: RuleOwner<Document, Answered>,
) {
  const { kind, noun } = owner;
  const { change, create, remove, checkStored } = versionedWrites(database, {
    ...owner,
    references: ({ rules }) => gateIDsIn(rules),
  });

  /** Problems of a full or a partial update: archived state, rule ids, and the checks of the kind of entity. */
  const updateProblems = async (reader: Reader, stored: Document, body: unknown): Promise<Problem[]> => {
    const rules = rulesIn(body);
    return [
      ...archivedProblems(noun, stored),
      ...ruleIDProblems(await addressableRules(reader, kind, stored, rules), rules),
      ...(await owner.updateProblems(reader, stored, body)),
    ];
  };

  return {
    change,
    create,

    checks: {
      create: ((body) => owner.createProblems(database, body)) satisfies BodyCheck,
      update: checkStored(updateProblems),
      stored: checkStored,
    },

    /** A full or a partial update with its checks; `work` receives the stored rules that written ones may replace. */
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

    /** Switches an entity that is not archived to another state. */
    switchTo:
      (state: (stored: Document) => EntityState) =>
      (input: Update<z.output<typeof Change>>, context: RequestContext) =>
        change(input, context, (stored) => {
          refuse(archivedProblems(noun, stored));
          return inState(stored, state(stored), context, input.body.changeReason);
        }),

    // Choice: like archiving, deleting is refused if something in use refers to the entity; it takes `dryRun` and If-Match.
    delete: (input: Omit<Update, "body">, context: RequestContext) =>
      remove(input, context, async (stored, reader) => {
        if (!isArchived(stored)) refuse(await owner.archiveProblems(reader, stored.id));
      }),

    archive: (input: Update<z.output<typeof Archival>>, context: RequestContext) =>
      change(input, context, async (stored, reader) => {
        const { forceArchive, changeReason, archiveReason } = input.body;
        if (!forceArchive && !isArchived(stored)) refuse(await owner.archiveProblems(reader, stored.id));
        const archived = { status: "Archived", isEnabled: false };
        return inState(stored, archived, context, changeReason ?? archiveReason);
      }),

    // Choice: an entity is off after it is unarchived.
    unarchive: (input: Update<z.output<typeof Unarchival>>, context: RequestContext) =>
      change(input, context, (stored) => {
        const { changeReason, unarchiveReason } = input.body;
        return isArchived(stored)
          ? inState(stored, owner.disabled, context, changeReason ?? unarchiveReason)
          : stored;
      }),
  };
}
