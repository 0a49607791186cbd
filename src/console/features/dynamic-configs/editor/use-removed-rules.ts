import { useCallback, useMemo, useState } from "react";
import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";

/** Tracks rules that were removed from the draft, stored or not; they can be put back until the save. */
export function useRemovedRules(rules: readonly ConfigRuleDraft[], stored: readonly ConfigRuleDraft[]) {
  const [taken, setTaken] = useState<readonly ConfigRuleDraft[]>([]);
  const removed = useMemo(() => {
    const here = new Set(rules.map(({ key }) => key));
    const typed = new Set(taken.map(({ key }) => key));
    const all = [...taken, ...stored.filter(({ key }) => !typed.has(key))];
    return all.filter(({ key }) => !here.has(key));
  }, [rules, stored, taken]);
  /** Keeps removed rules in their last edited state. */
  const remember = useCallback(
    (gone: readonly ConfigRuleDraft[]) =>
      setTaken((before) => [...before.filter(({ key }) => gone.every((rule) => rule.key !== key)), ...gone]),
    [],
  );
  const forget = useCallback(() => setTaken([]), []);
  return { removed, remember, forget };
}
export type RemovedRules = ReturnType<typeof useRemovedRules>;
