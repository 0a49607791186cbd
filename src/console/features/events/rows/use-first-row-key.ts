import { useEffect, type RefObject } from "react";

/** Parts of the page in which `j` is a letter, or goes to the next row. */
const others = "input, textarea, select, [contenteditable], [role=dialog], aside, tbody";

/** `j` goes to the first row of a table from the parts of the page above it. */
export function useFirstRowKey(table: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const listening = new AbortController();
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key !== "j" || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(others)) return;
      table.current?.querySelector<HTMLElement>("tbody tr[tabindex]")?.focus();
    };
    document.addEventListener("keydown", onKey, listening);
    return () => listening.abort();
  }, [table]);
}
