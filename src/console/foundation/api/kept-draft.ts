// Keeps what is typed a moment after the last keystroke, and at once when the page goes away.
import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, type DraftToKeep } from "./drafts.ts";

const delay = 250;

export interface KeptDraft {
  keep: (draft: DraftToKeep) => void;
  drop: () => void;
  /** When the draft was last kept in this browser, ms; undefined while nothing is. */
  keptAt: number | undefined;
  /** The browser's storage took nothing: the draft lives in the form only. */
  isUnkept: boolean;
}

export function useKeptDraft(slot: string, keptBefore?: number): KeptDraft {
  const [kept, setKept] = useState<{ at: number; ok: boolean } | undefined>(
    keptBefore === undefined ? undefined : { at: keptBefore, ok: true },
  );
  const waiting = useRef<{ draft: DraftToKeep; timer: ReturnType<typeof setTimeout> }>(undefined);

  const flush = useCallback(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const ok = keepDraft(slot, waiting.current.draft);
    waiting.current = undefined;
    setKept({ at: Date.now(), ok });
  }, [slot]);

  useEffect(() => {
    addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      flush();
    };
  }, [flush]);

  const keep = useCallback(
    (draft: DraftToKeep) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { draft, timer: setTimeout(flush, delay) };
    },
    [flush],
  );
  const drop = useCallback(() => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    dropDraft(slot);
    setKept(undefined);
  }, [slot]);
  return { keep, drop, keptAt: kept?.ok ? kept.at : undefined, isUnkept: kept?.ok === false };
}
