// What gates and configs must say about themselves to be edited: the one place where a feature fills in what differs.
import type { Problem } from "#contract/api-error.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import type { Merged } from "#console/editing/diff-merge/merge-lists.ts";
import type { Draft as PersistedDraft } from "#console/foundation/api/drafts.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";

/** Fields that every entity has that can be edited. */
export interface Editable {
  id: string;
  name?: string | null | undefined;
  version?: number | null | undefined;
  lastModifierName?: string | null | undefined;
}

/** How one kind of entity is edited: its draft, and what is sent of it. */
export interface EditedKind<Entity, Draft, Body> {
  /** Path of the drafts, such as "gates". */
  section: "gates" | "dynamic_configs";
  /** The endpoint that reads the entity: asked again when somebody else saved. */
  reads: "readGate" | "readDynamicConfig";
  draftOf: (entity: Entity) => Draft;
  isChanged: (base: Entity, draft: Draft) => boolean;
  changes: (base: Entity, draft: Draft, nameOf: NameOf) => Changes;
  /** The body to send, or the problems that keep it from being sent. */
  checkedBody: (base: Entity, draft: Draft) => { body?: Body | undefined; problems: readonly Problem[] };
  merge: (base: Draft, mine: Draft, theirs: Draft) => Merged<Draft>;
  /** Reads the draft that this browser keeps in a slot. */
  readPersisted: (slot: string) => PersistedDraft<{ base: Entity; draft: Draft }> | undefined;
  /** The accepted body with what was typed beside the changes, such as their reason. */
  completed?: (body: Body, draft: Draft) => Body;
}

/** A dry run that the service accepted: only exactly this can be saved. */
export interface Accepted<Entity, Body> {
  body: Body;
  /** The entity as the service would store it. */
  entity: Entity;
  /** ms since the epoch. */
  time: number;
  /** Duration of the dry run, ms. */
  took: number;
}

/** A save that is done: the request, the entity that was stored, and the one before. */
export interface Saved<Entity, Body> {
  body: Body;
  stored: Entity;
  before: Entity;
}
