// One gate or config while it is edited: the draft, and what it started from. No React here.
import type { Problem } from "#contract/api-error.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import type { Conflict, Merged } from "#console/editing/diff-merge/merge-lists.ts";
import type { Draft as KeptDraft } from "#console/foundation/api/drafts.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";

/** What every entity that can be edited says about itself. */
export interface Editable {
  id: string;
  name?: string | null | undefined;
  version?: number | null | undefined;
  lastModifierName?: string | null | undefined;
}

/** How one kind of entity is edited: what its draft is, and what it becomes. */
export interface EditedKind<Entity, Draft, Body> {
  /** Path of the drafts, such as "gates". */
  section: "gates" | "dynamic_configs";
  /** The endpoint that reads the entity: asked again when somebody else saved. */
  reads: "readGate" | "readDynamicConfig";
  draftOf: (entity: Entity) => Draft;
  isChanged: (base: Entity, draft: Draft) => boolean;
  changes: (base: Entity, draft: Draft, nameOf: NameOf) => Changes;
  /** What is sent, or why it cannot be. */
  checkedBody: (base: Entity, draft: Draft) => { body?: Body | undefined; problems: readonly Problem[] };
  merge: (base: Draft, mine: Draft, theirs: Draft) => Merged<Draft>;
  /** The draft kept in a slot of this browser. */
  readPersisted: (slot: string) => KeptDraft<{ base: Entity; draft: Draft }> | undefined;
  /** The accepted body with what was typed beside the changes, such as their reason. */
  completed?: (body: Body, draft: Draft) => Body;
}

export interface Edit<Entity, Draft> {
  base: Entity;
  draft: Draft;
  version: number | null;
  /** When a restored draft was last typed into, ms. */
  restored?: number | undefined;
  /** Grows when the fields must show other text than what was typed. */
  generation: number;
}

/** What came in from a colleague's save, and what both changed. */
export interface Merge<Draft> {
  who: string;
  version: number | null;
  taken: readonly string[];
  conflicts: readonly Conflict<Draft>[];
}

/** What the dry run accepted: only exactly this can be saved. */
export interface Accepted<Entity, Body> {
  body: Body;
  /** What the service would store. */
  entity: Entity;
  /** ms since the epoch. */
  time: number;
  /** How long the service needed, ms. */
  took: number;
}

/** After a save: what was asked, what was stored, and what was there before. */
export interface Saved<Entity, Body> {
  body: Body;
  stored: Entity;
  before: Entity;
}

export const editOf = <Entity extends Editable, Draft>(
  { draftOf }: Pick<EditedKind<Entity, Draft, unknown>, "draftOf">,
  entity: Entity,
  generation: number,
): Edit<Entity, Draft> => ({
  base: entity,
  draft: draftOf(entity),
  version: entity.version ?? null,
  generation,
});

/** The draft kept in a slot of this browser, else what is stored. */
export function restoredEdit<Entity extends Editable, Draft>(
  kind: Pick<EditedKind<Entity, Draft, unknown>, "draftOf" | "readPersisted">,
  slot: string,
  entity: Entity,
): Edit<Entity, Draft> {
  const kept = kind.readPersisted(slot);
  if (!kept) return editOf(kind, entity, 0);
  return { ...kept.value, version: kept.basedOn, restored: kept.time, generation: 0 };
}

/** Of two answers the newer one: a save answers before the list in view is read again. */
export const newer = <Entity extends Editable>(left: Entity, right: Entity) =>
  (left.version ?? 0) >= (right.version ?? 0) ? left : right;
