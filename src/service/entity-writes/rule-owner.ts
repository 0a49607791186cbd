// The interface through which gates and dynamic configs share their writes.
import type { Problem } from "#contract/api-error.ts";
import type { Reader } from "#service/database/database.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import type { Entities } from "#service/http/entity-reads.ts";
import type { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import type { EntityState } from "./entity-state.ts";

export type RuleOwnerKind = "gate" | "dynamic_config";

export interface RuleOwnerDocument extends EntityDocument {
  isEnabled: boolean;
  rules: StoredRule[];
  version: number;
}

export interface RuleOwner<Document extends RuleOwnerDocument, Answered> extends Entities<
  Document,
  Answered
> {
  readonly kind: RuleOwnerKind;
  /** The state of an entity after it is unarchived. */
  readonly disabled: EntityState;
  /** Problems of a new entity that the contract cannot find; the body is raw. */
  readonly createProblems: (reader: Reader, body: unknown) => Promise<Problem[]>;
  /** Problems of an update that neither the contract nor the check of rule ids finds; the body is raw. */
  readonly updateProblems: (reader: Reader, stored: Document, body: unknown) => Promise<Problem[]>;
  /** Reasons against archiving, which can still be forced. */
  readonly archiveProblems: (reader: Reader, id: string) => Promise<Problem[]>;
}
