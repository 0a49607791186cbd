// The hook for editing one gate or config: holds the state, persists the draft and calls the service.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef } from "react";
import type { Problem } from "#contract/api-error.ts";
import { sameJson } from "#contract/json5.ts";
import { ApiFailure, problemsOfFailure } from "#console/foundation/api/failure.ts";
import { readDraft } from "#console/foundation/api/drafts.ts";
import { notifyTabs } from "#console/foundation/api/tabs.ts";
import { useUnchanged } from "#console/foundation/ui/use-unchanged.ts";
import { usePersistedDraft } from "#console/foundation/api/persisted-draft.ts";
import { useReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import { draftReducer, openedDraft, openMerge, restoredReason } from "./draft-state.ts";
import type { Editable, EditedDraft, EntityAdapter } from "./entity-adapter.ts";

/** `entity` is the service's latest answer; `slot` is the storage key of the draft in this browser. */
export function useDraftEdit<Entity extends Editable, Draft extends EditedDraft, Body>(
  kind: EntityAdapter<Entity, Draft, Body>,
  entity: Entity,
  slot: string,
) {
  const client = useQueryClient();
  const reducer = useMemo(() => draftReducer<Entity, Draft, Body>(kind), [kind]);
  const [state, dispatch] = useReducer(reducer, undefined, () =>
    openedDraft<Entity, Draft, Body>(kind, entity, readDraft(slot, kind.persisted)),
  );
  // Dispatched during the render, so that no frame shows outdated data.
  if (entity !== state.read) dispatch({ type: "read", entity });
  const { stored, edit, isDirty, isChecked, step, failure, merged, saved } = state;
  const { base, draft, generation, restored, merging, restoredFrom, reason = "" } = edit;
  const version = base.version ?? null;
  const accepted = "accepted" in step ? step.accepted : undefined;

  const { persist, drop, persistedAt, isNotPersisted } = usePersistedDraft(slot, restored);
  const persisted = useRef(edit);
  useEffect(() => {
    if (persisted.current === edit) return;
    persisted.current = edit;
    if (!isDirty) return drop();
    persist({
      entity: `${kind.section}/${base.id}`,
      title: base.name ?? base.id,
      value: { base, draft, merging, restoredFrom, reason },
      basedOn: version,
    });
  }, [edit, isDirty, kind, base, draft, merging, restoredFrom, reason, version, persist, drop]);

  // Counting the changes parses the texts, so it is deferred in order not to delay typing.
  const counted = useDeferredValue(draft);
  const before = useMemo(() => kind.entityOf(base, kind.draftOf(base)), [kind, base]);
  const after = useMemo(() => kind.entityOf(base, counted), [kind, base, counted]);
  const gates = useReferencedGates(
    [...before.rules, ...after.rules, ...stored.rules],
    kind.section === "gates" ? base.id : undefined,
  );
  const { nameOf } = gates;
  const changes = useMemo(() => kind.changesOf(before, after, nameOf), [kind, before, after, nameOf]);
  const reviewed = useMemo(
    () => accepted && kind.changesOf(stored, accepted.entity, nameOf),
    [kind, stored, accepted, nameOf],
  );
  const found: readonly Problem[] = useMemo(
    () => [...(isChecked ? kind.checkedBody(base, draft).problems : []), ...problemsOfFailure(failure)],
    [isChecked, kind, base, draft, failure],
  );
  // Most keystrokes change no validation error, and then no rule needs to be rendered again for them.
  const problems = useUnchanged(found, sameJson);
  const merge = useMemo(() => {
    const open = openMerge(kind, { edit, stored });
    if (open?.conflicts.length) return { theirs: stored, ...open };
    return merged && { ...merged, conflicts: [] };
  }, [kind, edit, stored, merged]);

  // The stored reason always mentions the restored version, even if the user has overwritten that text.
  const said = restoredReason(restoredFrom);
  const told = reason.includes(said) ? reason.trim() : [said, reason.trim()].filter(Boolean).join(": ");
  /** Adds the reason to the accepted body. */
  const withReason = (body: Body) => (told ? kind.withReason(body, told) : body);
  /** Memoized, so that memoized parts of the form are not rendered again. */
  const change = useCallback((part: Partial<Draft>) => dispatch({ type: "typed", part }), []);
  const requests = useRef(0);
  /** Sends the request; resolves with the answer, or with undefined if the service refused. */
  const ask = async (request: number, dryRun: boolean, body: Body) => {
    try {
      const answer = await kind.send(stored, { body, dryRun, basedOn: version });
      if (!dryRun) {
        notifyTabs({ kind: "saved" });
        void client.invalidateQueries();
      }
      return answer;
    } catch (error) {
      const refused = error instanceof Error ? error : new Error(String(error));
      dispatch({ type: "refused", request, failure: refused });
      if (refused instanceof ApiFailure && refused.status === 412)
        void client.invalidateQueries({ queryKey: [kind.reads] });
      return undefined;
    }
  };

  return {
    kind,
    name: stored.name ?? stored.id,
    gates,
    nameOf,
    base,
    draft,
    stored,
    changes,
    problems,
    failure,
    accepted,
    /** The changes that a save would make, as the service accepted them. */
    reviewed,
    merge,
    saved,
    isDirty,
    restored,
    generation,
    persistedAt,
    isNotPersisted: isDirty && isNotPersisted,
    isBusy: step.name === "checking" || step.name === "saving",
    isOutdated:
      isDirty && version !== null && typeof stored.version === "number" && stored.version !== version,
    change,
    /** Applies a change that was not typed, so the fields are reset to show it. */
    replace: (next: Draft) => dispatch({ type: "replaced", draft: next }),
    restoredFrom,
    reason,
    giveReason: (text: string) => dispatch({ type: "noted", reason: text }),
    withReason,
    discard: () => dispatch({ type: "discarded" }),
    mergeNewer: () => dispatch({ type: "merged" }),
    decide: (key: string, whose: "mine" | "theirs") => dispatch({ type: "decided", key, whose }),
    restore: (other: Entity) => dispatch({ type: "restored", entity: other }),
    undo: () => dispatch({ type: "undone" }),
    /** Starts the dry run, after applying `part` if given. */
    review: async (part?: Partial<Draft>) => {
      if (part) dispatch({ type: "typed", part });
      const next = { ...draft, ...part };
      const { body } = kind.checkedBody(base, next);
      const request = body === undefined ? undefined : (requests.current += 1);
      dispatch({ type: "reviewed", request });
      if (body === undefined || request === undefined) return;
      const requested = kind.entityOf(base, next);
      const began = Date.now();
      const answer = await ask(request, true, body);
      if (!answer) return;
      const time = Date.now();
      dispatch({
        type: "accepted",
        request,
        accepted: { body, requested, entity: answer, time, took: time - began },
      });
    },
    backToEditing: () => dispatch({ type: "reopened" }),
    closeSummary: () => dispatch({ type: "summaryClosed" }),
    /** Saves without a review, for a new entity, where no stored state can change. */
    saveAtOnce: async () => {
      const { body } = kind.checkedBody(base, draft);
      const request = body === undefined ? undefined : (requests.current += 1);
      dispatch({ type: "reviewed", request });
      if (body === undefined || request === undefined) return undefined;
      const requested = kind.entityOf(base, draft);
      const answer = await ask(request, false, withReason(body));
      if (answer) dispatch({ type: "saved", request, saved: { requested, stored: answer, before: base } });
      return answer;
    },
    /** Saves exactly the body that the dry run accepted. Resolves with the stored entity, or undefined if nothing was saved. */
    save: async () => {
      if (!accepted) return undefined;
      const request = (requests.current += 1);
      dispatch({ type: "saving", request });
      const answer = await ask(request, false, withReason(accepted.body));
      const { requested } = accepted;
      if (answer) dispatch({ type: "saved", request, saved: { requested, stored: answer, before: base } });
      return answer;
    },
  };
}
export type DraftEdit<Entity extends Editable, Draft extends EditedDraft, Body> = ReturnType<
  typeof useDraftEdit<Entity, Draft, Body>
>;
