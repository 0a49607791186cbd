// The interface that a feature implements for its entity, so that the shared code can edit, review, merge and save it.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { Pagination } from "#contract/envelope.ts";
import type { Rule } from "#contract/rule.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import type { Merged } from "#console/editing/diff-merge/merge-fields.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { FieldTab, PlacedRule } from "./problem-place.ts";

/** Fields that every editable entity has. */
export interface Editable {
  id: string;
  name?: string | null | undefined;
  status?: string | null | undefined;
  isEnabled: boolean;
  version?: number | null | undefined;
  lastModifierName?: string | null | undefined;
  lastModifiedTime?: number | null | undefined;
  lastModifiedReason?: string | null | undefined;
  rules: readonly Rule[];
}

export interface EditedDraft {
  rules: readonly PlacedRule[];
}

/** Fields of a persisted edit in addition to the draft and its base. */
export const persistedEditFields = {
  /** The newer version that is being merged, and the keys of the conflicts that were resolved in favour of the draft. */
  merging: z.optional(z.object({ version: z.number(), kept: z.array(z.string()) })),
  /** The version whose content was restored. */
  restoredFrom: z.optional(z.number()),
  /** Why the change is made; stored with the new version, but not counted as a change itself. */
  reason: z.optional(z.string()),
};
const DraftFacts = z.object(persistedEditFields);

/** The part of an edit that this browser keeps. */
export interface PersistedEdit<Entity, Draft> extends z.infer<typeof DraftFacts> {
  base: Entity;
  draft: Draft;
}

export interface Sending<Body> {
  body: Body;
  /** The service only validates, and stores nothing. */
  dryRun: boolean;
  basedOn: number | null;
}

export interface EntityAdapter<Entity, Draft, Body> {
  noun: "gate" | "config" | "experiment";
  /** Path of the drafts, and of the page below the company. */
  section: "gates" | "dynamic_configs" | "experiments";
  /** The endpoint that reads the entity; called again when somebody else has saved. */
  reads: "readGate" | "readDynamicConfig" | "readExperiment";
  /** A page of versions, the current one first. */
  readVersions: (
    id: string,
    page: { page: number; limit: number },
    signal: AbortSignal,
  ) => Promise<{ data: readonly Entity[]; pagination?: Pagination | undefined }>;
  /** Resolves with the entity as it is stored or, in a dry run, would be. */
  send: (entity: Entity, sending: Sending<Body>) => Promise<Entity>;
  /** Schema of the draft that this browser keeps, with the version that it started from. */
  persisted: z.ZodMiniType<PersistedEdit<Entity, Draft>>;
  draftOf: (entity: Entity) => Draft;
  /** The entity that a draft would make of its base. */
  entityOf: (base: Entity, draft: Draft) => Entity;
  isChanged: (base: Entity, draft: Draft) => boolean;
  changesOf: (before: Entity, after: Entity, nameOf: NameOf) => Changes;
  /** The entity as one text, for a diff by lines. */
  textOf: (entity: Entity) => string;
  merge: (base: Draft, mine: Draft, theirs: Draft) => Merged<Draft>;
  /** Returns the request body, or the validation errors that prevent sending it. */
  checkedBody: (base: Entity, draft: Draft) => { body?: Body | undefined; problems: readonly Problem[] };
  withReason: (body: Body, reason: string) => Body;
  /** The tab that holds a field other than the rules. */
  tabOf: (field: string) => FieldTab;
  /** DOM id and label of a field, for a form without the tabs and rules that gates and configs have. */
  placeOf?: (property: string, draft: Draft) => { id: string; label: string };
}

/** A dry run that the service accepted; only this exact body can be saved. */
export interface Accepted<Entity, Body> {
  body: Body;
  /** The entity that the draft requests; a difference from the stored one means that the service stored something else. */
  requested: Entity;
  /** The entity as the service would store it. */
  entity: Entity;
  /** When the dry run was accepted, in ms since the epoch. */
  time: number;
  /** Duration of the dry run in ms. */
  took: number;
}

/** A completed save: the requested entity, the stored one, and the previous version. */
export interface Saved<Entity> {
  requested: Entity;
  stored: Entity;
  before: Entity;
}
