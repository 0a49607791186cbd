import { useEffect, type RefObject } from "react";

/** Elements in which `j` is typed as a letter, or already moves to the next row. */
const others = "input, textarea, select, [contenteditable], [role=dialog], aside, tbody";

/** Makes `j` focus the first row of a table from anywhere above it. */
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
