// A metric while it is edited: the draft, kept in this browser, and merged with what a colleague saves meanwhile.
import { useEffect, useMemo, useRef, useState } from "react";
import { z } from "zod/mini";
import { sameJson } from "#contract/json5.ts";
import { Metric } from "#contract/metric.ts";
import { readDraft } from "#console/foundation/api/drafts.ts";
import { usePersistedDraft } from "#console/foundation/api/persisted-draft.ts";
import { mergeMetrics } from "./merge-metrics.ts";
import { draftOf, MetricDraft } from "./metric-draft.ts";

const Persisted = z.object({ base: z.optional(Metric), draft: MetricDraft });

interface Editing {
  /** The stored metric that the draft began with; none of a new one. */
  base: Metric | undefined;
  draft: MetricDraft;
  /** Keys of conflicts in which mine stays. */
  kept: readonly string[];
  /** The version that came in last, and its changes in words. */
  merged?: { theirs: Metric; taken: readonly string[] };
}

interface MetricDraftOptions {
  /** As the service answers it now; none of a new one. */
  stored: Metric | undefined;
  /** The fields that a new one begins with. */
  initial: MetricDraft;
  slot: string;
}

/** Theirs and mine since the draft began; undefined where nothing came in. */
function mergeOf({ base, draft, kept }: Editing, stored: Metric | undefined) {
  if (!stored || !base || stored.version === base.version) return undefined;
  const { conflicts, ...merge } = mergeMetrics(draftOf(base), draft, draftOf(stored));
  return { ...merge, theirs: stored, conflicts: conflicts.filter(({ key }) => !kept.includes(key)) };
}

export function useMetricDraft({ stored, initial, slot }: MetricDraftOptions) {
  const [restored] = useState(() => readDraft(slot, Persisted));
  const [editing, setEditing] = useState<Editing>(() => ({
    base: restored ? restored.value.base : stored,
    draft: restored?.value.draft ?? (stored ? draftOf(stored) : initial),
    kept: [],
  }));
  const { base, draft, merged } = editing;
  const clean = useMemo(() => (base ? draftOf(base) : initial), [base, initial]);
  const isDirty = !sameJson(draft, clean);
  const merge = mergeOf(editing, stored);
  // While it renders, so that no frame shows an answer that is out of date.
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
      entity: `metrics/${base?.id ?? "new"}`,
      title: base?.name ?? (draft.name.trim() || "New metric"),
      value: { base, draft },
      basedOn: base?.version,
    });
  }, [draft, isDirty, base, persist, drop]);

  return {
    base,
    draft,
    /** As it was when nothing was changed. */
    clean,
    isDirty,
    merge,
    merged,
    restoredAt: restored?.time,
    persistedAt,
    isNotPersisted: isDirty && isNotPersisted,
    change: (part: Partial<MetricDraft>) =>
      setEditing((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    decide: (key: string, whose: "mine" | "theirs") =>
      setEditing((before) => {
        const conflict = mergeOf(before, stored)?.conflicts.find((one) => one.key === key);
        if (!conflict) return before;
        return whose === "mine"
          ? { ...before, kept: [...before.kept, key] }
          : { ...before, draft: conflict.takeTheirs(before.draft) };
      }),
    discard: () => {
      drop();
      setEditing({ base: stored, draft: stored ? draftOf(stored) : initial, kept: [] });
    },
    /** After a save the kept draft is not needed any more. */
    drop,
  };
}
export type MetricEdit = ReturnType<typeof useMetricDraft>;
