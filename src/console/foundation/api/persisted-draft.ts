// Persists a draft shortly after the last keystroke, and at once when the page is closed or hidden.
import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, persistDraft, type DraftToPersist } from "./drafts.ts";

const delay = 250;

export interface PersistedDraft {
  persist: (draft: DraftToPersist) => void;
  drop: () => void;
  /** Time when the draft was last persisted in this browser, in ms; undefined if it never was. */
  persistedAt: number | undefined;
  /** The browser's storage accepted nothing: the draft exists in the form only. */
  isNotPersisted: boolean;
}

export function usePersistedDraft(slot: string, persistedBefore?: number): PersistedDraft {
  const [persisted, setPersisted] = useState<{ at: number; ok: boolean } | undefined>(
    persistedBefore === undefined ? undefined : { at: persistedBefore, ok: true },
  );
  const waiting = useRef<{ draft: DraftToPersist; timer: ReturnType<typeof setTimeout> }>(undefined);

  const flush = useCallback(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const ok = persistDraft(slot, waiting.current.draft);
    waiting.current = undefined;
    setPersisted({ at: Date.now(), ok });
  }, [slot]);

  useEffect(() => {
    const listening = new AbortController();
    addEventListener("pagehide", flush, listening);
    document.addEventListener("visibilitychange", flush, listening);
    return () => {
      listening.abort();
      flush();
    };
  }, [flush]);

  const persist = useCallback(
    (draft: DraftToPersist) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { draft, timer: setTimeout(flush, delay) };
    },
    [flush],
  );
  const drop = useCallback(() => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    dropDraft(slot);
    setPersisted(undefined);
  }, [slot]);
  return {
    persist,
    drop,
    persistedAt: persisted?.ok ? persisted.at : undefined,
    isNotPersisted: persisted?.ok === false,
  };
}
