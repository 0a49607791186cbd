import { useEffect, type RefObject } from "react";

/** `j` goes to the first row of a table where nothing of the page has the focus yet. */
export function useFirstRowKey(table: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const listening = new AbortController();
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isOfPage = target === document.body || (target instanceof Element && target.id === "content");
      if (key !== "j" || !isOfPage || ctrlKey || metaKey || altKey) return;
      table.current?.querySelector<HTMLElement>("tbody tr[tabindex]")?.focus();
    };
    document.addEventListener("keydown", onKey, listening);
    return () => listening.abort();
  }, [table]);
}
