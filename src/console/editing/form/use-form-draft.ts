// The draft of an entity that is edited in a form: persisted in this browser, and merged with versions that colleagues save meanwhile.
import { useEffect, useMemo, useRef, useState } from "react";
import { z } from "zod/mini";
import { sameJson } from "#contract/json5.ts";
import type { Merged } from "#console/editing/diff-merge/merge-fields.ts";
import { readDraft } from "#console/foundation/api/drafts.ts";
import { usePersistedDraft } from "#console/foundation/api/persisted-draft.ts";
import type { FormEntity } from "./form-kind.ts";

/** Describes how an entity is turned into a draft, and how drafts are merged. */
export interface DraftKind<Entity extends FormEntity, Draft extends { name: string }> {
  /** First path segment of the entity's URL. */
  readonly section: string;
  readonly noun: string;
  readonly Entity: z.ZodMiniType<Entity>;
  readonly Draft: z.ZodMiniType<Draft>;
  readonly draftOf: (entity: Entity) => Draft;
  readonly merge: (base: Draft, mine: Draft, theirs: Draft) => Merged<Draft>;
}

interface Editing<Entity, Draft> {
  /** The stored entity that the draft is based on; undefined for a new entity. */
  base: Entity | undefined;
  draft: Draft;
  /** Keys of conflicts that the user resolved in favour of the draft. */
  kept: readonly string[];
  /** The last version that was merged into the draft, and its changes in words. */
  merged?: { theirs: Entity; taken: readonly string[] };
}

interface FormDraftOptions<Entity, Draft> {
  /** The entity as the service returns it now; undefined for a new one. */
  stored: Entity | undefined;
  /** Field values of a new entity. */
  initial: Draft;
  /** Field values that an edit starts with, where they differ from the stored ones. */
  start?: Draft | undefined;
  slot: string;
}

export function useFormDraft<Entity extends FormEntity, Draft extends { name: string }>(
  kind: DraftKind<Entity, Draft>,
  { stored, initial, start, slot }: FormDraftOptions<Entity, Draft>,
) {
  const { draftOf, section, noun } = kind;
  /** Three-way merge of the draft with the newest stored version; undefined where no newer version is stored. */
  const mergeOf = ({ base, draft, kept }: Editing<Entity, Draft>) => {
    if (!stored || !base || stored.version === base.version) return undefined;
    const { conflicts, ...merge } = kind.merge(draftOf(base), draft, draftOf(stored));
    return { ...merge, theirs: stored, conflicts: conflicts.filter(({ key }) => !kept.includes(key)) };
  };
  const [restored] = useState(() =>
    readDraft(slot, z.object({ base: z.optional(kind.Entity), draft: kind.Draft })),
  );
  const [editing, setEditing] = useState<Editing<Entity, Draft>>(() => ({
    base: restored ? restored.value.base : stored,
    draft: restored?.value.draft ?? start ?? (stored ? draftOf(stored) : initial),
    kept: [],
  }));
  const { base, draft, merged } = editing;
  const clean = useMemo(() => (base ? draftOf(base) : initial), [base, initial, draftOf]);
  const isDirty = !sameJson(draft, clean);
  const merge = mergeOf(editing);
  // The state is set during the render, so that no frame shows outdated values.
  if (merge && merge.conflicts.length === 0)
    setEditing({
      base: merge.theirs,
      draft: isDirty ? merge.value : draftOf(merge.theirs),
      kept: [],
      ...(isDirty && { merged: { theirs: merge.theirs, taken: merge.taken } }),
    });

  const { persist, drop, persistedAt, isNotPersisted } = usePersistedDraft(slot, restored?.time);
  const last = useRef(draft);
  useEffect(() => {
    if (last.current === draft) return;
    last.current = draft;
    if (!isDirty) return drop();
    persist({
      entity: `${section}/${base?.id ?? "new"}`,
      title: base?.name ?? (draft.name.trim() || `New ${noun}`),
      value: { base, draft },
      basedOn: base?.version,
    });
  }, [draft, isDirty, base, persist, drop, section, noun]);

  return {
    base,
    draft,
    /** The draft without any edits. */
    clean,
    isDirty,
    merge,
    merged,
    restoredAt: restored?.time,
    persistedAt,
    isNotPersisted: isDirty && isNotPersisted,
    change: (part: Partial<Draft>) =>
      setEditing((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    decide: (key: string, whose: "mine" | "theirs") =>
      setEditing((before) => {
        const conflict = mergeOf(before)?.conflicts.find((one) => one.key === key);
        if (!conflict) return before;
        return whose === "mine"
          ? { ...before, kept: [...before.kept, key] }
          : { ...before, draft: conflict.takeTheirs(before.draft) };
      }),
    discard: () => {
      drop();
      setEditing({ base: stored, draft: stored ? draftOf(stored) : initial, kept: [] });
    },
    /** Deletes the persisted draft, which is no longer needed after a save. */
    drop,
  };
}
export type FormEdit<Entity extends FormEntity, Draft extends { name: string }> = ReturnType<
  typeof useFormDraft<Entity, Draft>
>;
