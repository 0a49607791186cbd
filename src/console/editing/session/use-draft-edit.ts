// The state of editing one gate or config: the draft, what it is based on, and what the service said. No looks here.
import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { usePersistedDraft } from "#console/foundation/api/persisted-draft.ts";
import type { Conflict } from "#console/editing/diff-merge/merge-lists.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import {
  editOf,
  newer,
  restoredEdit,
  type Accepted,
  type Edit,
  type Editable,
  type EditedKind,
  type Merge,
  type Saved,
} from "./edit-state.ts";

interface Edited<Entity, Draft, Body> {
  kind: EditedKind<Entity, Draft, Body>;
  /** As the service answers it now. */
  entity: Entity;
  /** Where in this browser the draft is kept. */
  slot: string;
  nameOf: NameOf;
  /** Asks the service to store, or only to check. */
  send: (request: { body: Body; dryRun: boolean; basedOn: number | null }) => Promise<Entity>;
}

export function useDraftEdit<Entity extends Editable, Draft extends object, Body>({
  kind,
  entity,
  slot,
  nameOf,
  send,
}: Edited<Entity, Draft, Body>) {
  const client = useQueryClient();
  const [edit, setEdit] = useState(() => restoredEdit(kind, slot, entity));
  const kept = usePersistedDraft(slot, edit.restored);
  const [isBusy, setIsBusy] = useState(false);
  const [attempted, setAttempted] = useState(false);
  const [accepted, setAccepted] = useState<Accepted<Entity, Body>>();
  const [failure, setFailure] = useState<Error>();
  const [merge, setMerge] = useState<Merge<Draft>>();
  const [saved, setSaved] = useState<Saved<Entity, Body>>();

  const stored = newer(entity, edit.base);
  const isDirty = kind.isChanged(edit.base, edit.draft);
  // An untouched form follows what is stored; a touched one keeps what it started from.
  const { base, draft, version } = isDirty ? edit : editOf(kind, stored, edit.generation);
  // Counting the changes reads the texts: it follows the keystrokes when there is time for it.
  const counted = useDeferredValue(draft);
  const changes = useMemo(() => kind.changes(base, counted, nameOf), [kind, base, counted, nameOf]);
  const found = useMemo(
    () => (attempted ? kind.checkedBody(base, draft).problems : []),
    [attempted, kind, base, draft],
  );
  const problems: readonly Problem[] = useMemo(
    () => [...found, ...problemsOfFailure(failure)],
    [found, failure],
  );

  const keep = (next: Edit<Entity, Draft>) => {
    setEdit(next);
    if (kind.isChanged(next.base, next.draft))
      kept.persist({
        entity: `${kind.section}/${entity.id}`,
        title: entity.name ?? entity.id,
        value: { base: next.base, draft: next.draft },
        basedOn: next.version,
      });
    else kept.drop();
  };
  const take = (next: Edit<Entity, Draft>) => {
    keep(next);
    setAccepted(undefined);
    setFailure(undefined);
    setSaved(undefined);
  };
  const changed = (part: Partial<Draft>) => ({ ...edit, base, version, draft: { ...draft, ...part } });

  const ask = async (dryRun: boolean, body: Body) => {
    setFailure(undefined);
    setIsBusy(true);
    try {
      return await send({ body, dryRun, basedOn: version });
    } catch (error) {
      setAccepted(undefined);
      setFailure(error instanceof Error ? error : new Error(String(error)));
      if (error instanceof ApiFailure && error.status === 412)
        void client.invalidateQueries({ queryKey: [kind.reads] });
      return undefined;
    } finally {
      setIsBusy(false);
    }
  };

  const review = async (part?: Partial<Draft>) => {
    const next = part ? changed(part) : { base, draft };
    if (part) take(changed(part));
    setAttempted(true);
    setFailure(undefined);
    setSaved(undefined);
    const { body } = kind.checkedBody(next.base, next.draft);
    if (body === undefined) return;
    const sentTime = Date.now();
    const answer = await ask(true, body);
    if (answer) setAccepted({ body, entity: answer, time: Date.now(), took: Date.now() - sentTime });
  };

  return {
    base,
    draft,
    stored,
    changes,
    problems,
    failure,
    accepted,
    merge,
    saved,
    isDirty,
    restored: edit.restored,
    generation: edit.generation,
    persistedAt: kept.persistedAt,
    isNotPersisted: isDirty && kept.isNotPersisted,
    isBusy,
    isOutdated:
      isDirty && version !== null && typeof stored.version === "number" && stored.version !== version,
    change: (part: Partial<Draft>) => take(changed(part)),
    /** A change that was not typed: the fields show it anew. */
    replace: (next: Draft) => take({ ...changed(next), generation: edit.generation + 1 }),
    /** A change of what is no part of the review, such as its reason. */
    changeBeside: (part: Partial<Draft>) => keep(changed(part)),
    discard: () => {
      setAttempted(false);
      setMerge(undefined);
      take(editOf(kind, stored, edit.generation + 1));
    },
    /** Brings a colleague's save into my draft; what both changed stays mine until it is decided. */
    mergeNewer: () => {
      const merged = kind.merge(kind.draftOf(base), draft, kind.draftOf(stored));
      setMerge({
        who: stored.lastModifierName ?? "Someone",
        version: stored.version ?? null,
        taken: merged.taken,
        conflicts: merged.conflicts,
      });
      take({ ...editOf(kind, stored, edit.generation + 1), draft: merged.value });
    },
    decide: (conflict: Conflict<Draft>, whose: "mine" | "theirs") => {
      setMerge(
        (before) =>
          before && { ...before, conflicts: before.conflicts.filter(({ key }) => key !== conflict.key) },
      );
      if (whose === "theirs")
        take({ ...edit, draft: conflict.takeTheirs(draft), generation: edit.generation + 1 });
    },
    /** Puts another version's content into the draft; a review comes before anything is stored. */
    restore: (other: Entity) =>
      take({ ...editOf(kind, stored, edit.generation + 1), draft: kind.draftOf(other) }),
    /** The dry run, after a further change where one is given. */
    review,
    backToEditing: () => setAccepted(undefined),
    closeSaved: () => setSaved(undefined),
    /** What is stored now; undefined where nothing was saved. */
    saveAccepted: async () => {
      if (!accepted) return undefined;
      const body = kind.completed?.(accepted.body, draft) ?? accepted.body;
      const answer = await ask(false, body);
      if (!answer) return undefined;
      kept.drop();
      setAttempted(false);
      setAccepted(undefined);
      setMerge(undefined);
      setSaved({ body, stored: answer, before: base });
      setEdit(editOf(kind, answer, edit.generation + 1));
      return answer;
    },
  };
}
export type DraftEdit<Entity extends Editable, Draft extends object, Body> = ReturnType<
  typeof useDraftEdit<Entity, Draft, Body>
>;
