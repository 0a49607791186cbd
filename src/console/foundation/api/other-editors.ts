// Counts the other tabs of this browser that edit the same entity. Separate from tabs.ts, because the first page edits nothing.
import { useEffect, useState } from "react";
import { notifyTabs, onTabMessage } from "./tabs.ts";

const thisTab = Math.random().toString(36).slice(2);

/** The number of other tabs that have an editor of this entity open. */
export function useOtherEditors(entity: string): number {
  const [tabs, setTabs] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const tell = (kind: "opened" | "editing" | "closed") => notifyTabs({ kind, entity, tab: thisTab });
    const stop = onTabMessage((message) => {
      if (message.kind === "saved" || message.entity !== entity) return;
      const { kind, tab } = message;
      if (kind === "opened") tell("editing");
      setTabs((before) => {
        const after = new Set(before);
        if (kind === "closed") after.delete(tab);
        else after.add(tab);
        return after;
      });
    });
    // A tab that crashed sent no "closed", so a tab that becomes visible again starts a new count.
    const ask = () => {
      setTabs(new Set());
      tell("opened");
    };
    const leave = () => tell("closed");
    ask();
    const listening = new AbortController();
    addEventListener("focus", ask, listening);
    addEventListener("pagehide", leave, listening);
    return () => {
      stop();
      listening.abort();
      leave();
    };
  }, [entity]);
  return tabs.size;
}
