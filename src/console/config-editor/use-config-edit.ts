// The state of editing one config: the draft, what it is based on, and what the service said. No looks here.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { ApiFailure, problemsOfFailure } from "#console/api/failure.ts";
import { useKeptDraft } from "#console/api/kept-draft.ts";
import { useSave } from "#console/api/query.ts";
import { checkedBody, isChanged } from "#console/config-draft/config-body.ts";
import { configChanges } from "#console/config-draft/config-changes.ts";
import { configDraftOf, type ConfigDraft } from "#console/config-draft/config-draft.ts";
import { configOfDraft } from "#console/config-draft/draft-config.ts";
import { mergeDrafts, type DraftClash } from "#console/config-draft/merge-drafts.ts";
import type { AcceptedUpdate } from "#console/config-review/config-review.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { editOf, newer, restoredEdit, type Edit, type Merge, type Receipt } from "./edit-state.ts";

interface EditedConfig {
  /** As the service answers it now. */
  config: DynamicConfig;
  /** Where in this browser the draft is kept. */
  slot: string;
  nameOf: NameOf;
}

export function useConfigEdit({ config, slot, nameOf }: EditedConfig) {
  const client = useQueryClient();
  const save = useSave("updateDynamicConfig");
  const [edit, setEdit] = useState(() => restoredEdit(slot, config));
  const kept = useKeptDraft(slot, edit.restored);
  const [attempted, setAttempted] = useState(false);
  const [accepted, setAccepted] = useState<AcceptedUpdate>();
  const [failure, setFailure] = useState<Error>();
  const [merge, setMerge] = useState<Merge>();
  const [receipt, setReceipt] = useState<Receipt>();

  const stored = newer(config, edit.base);
  const isDirty = isChanged(edit.base, edit.draft);
  // An untouched form follows the stored config; a touched one keeps what it started from.
  const { base, draft, version } = isDirty ? edit : editOf(stored, edit.generation);
  const changes = useMemo(
    () => configChanges(configOfDraft(base, configDraftOf(base)), configOfDraft(base, draft), nameOf),
    [base, draft, nameOf],
  );
  const checked = useMemo(() => (attempted ? checkedBody(base, draft) : undefined), [attempted, base, draft]);
  const problems: readonly Problem[] = [...(checked?.problems ?? []), ...problemsOfFailure(failure)];

  const take = (next: Edit) => {
    setEdit(next);
    setAccepted(undefined);
    setFailure(undefined);
    setReceipt(undefined);
    if (isChanged(next.base, next.draft))
      kept.keep({
        entity: `dynamic_configs/${config.id}`,
        title: config.name ?? config.id,
        value: { base: next.base, draft: next.draft },
        basedOn: next.version,
      });
    else kept.drop();
  };

  const send = async (dryRun: boolean, body: AcceptedUpdate["body"]) => {
    setFailure(undefined);
    try {
      return (await save.mutateAsync({ id: config.id, dryRun, body, basedOn: version })).data;
    } catch (error) {
      setAccepted(undefined);
      setFailure(error instanceof Error ? error : new Error(String(error)));
      if (error instanceof ApiFailure && error.status === 412)
        void client.invalidateQueries({ queryKey: ["readDynamicConfig"] });
      return undefined;
    }
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
    receipt,
    isDirty,
    restored: edit.restored,
    generation: edit.generation,
    keptAt: kept.keptAt,
    isUnkept: isDirty && kept.isUnkept,
    isBusy: save.isPending,
    isOutdated:
      isDirty && version !== null && typeof stored.version === "number" && stored.version !== version,
    change: (part: Partial<ConfigDraft>) => take({ ...edit, base, version, draft: { ...draft, ...part } }),
    /** A change that was not typed: the fields show it anew. */
    replace: (next: ConfigDraft) =>
      take({ ...edit, base, version, draft: next, generation: edit.generation + 1 }),
    discard: () => {
      setAttempted(false);
      setMerge(undefined);
      take(editOf(stored, edit.generation + 1));
    },
    /** Brings a colleague's save into my draft; what both changed stays mine until it is decided. */
    mergeNewer: () => {
      const merged = mergeDrafts(configDraftOf(base), draft, configDraftOf(stored));
      setMerge({
        who: stored.lastModifierName ?? "Someone",
        version: stored.version ?? null,
        taken: merged.taken,
        clashes: merged.clashes,
      });
      take({ ...editOf(stored, edit.generation + 1), draft: merged.value });
    },
    decide: (clash: DraftClash, whose: "mine" | "theirs") => {
      setMerge(
        (before) => before && { ...before, clashes: before.clashes.filter(({ key }) => key !== clash.key) },
      );
      if (whose === "theirs")
        take({ ...edit, draft: clash.takeTheirs(draft), generation: edit.generation + 1 });
    },
    /** Puts another version's content into the draft; a review comes before anything is stored. */
    restore: (other: DynamicConfig) =>
      take({ ...editOf(stored, edit.generation + 1), draft: configDraftOf(other) }),
    review: async () => {
      setAttempted(true);
      setFailure(undefined);
      setReceipt(undefined);
      const { body } = checkedBody(base, draft);
      if (!body) return;
      const sentTime = Date.now();
      const answer = await send(true, body);
      if (answer) setAccepted({ body, config: answer, time: Date.now(), took: Date.now() - sentTime });
    },
    backToEditing: () => setAccepted(undefined),
    closeReceipt: () => setReceipt(undefined),
    saveAccepted: async () => {
      if (!accepted) return;
      const answer = await send(false, accepted.body);
      if (!answer) return;
      kept.drop();
      setAttempted(false);
      setAccepted(undefined);
      setMerge(undefined);
      setReceipt({ body: accepted.body, stored: answer, before: base });
      setEdit(editOf(answer, edit.generation + 1));
    },
  };
}
export type ConfigEdit = ReturnType<typeof useConfigEdit>;
