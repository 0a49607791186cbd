import { useEffect, useRef, type FocusEvent, type RefObject } from "react";

/**
 * Keeps the focus in a table: if what has it disappears, because other rows replace these or because the details of a row
 * close, the first row in view gets it. Returns the handlers of the table.
 */
export function useFocusInRows(table: RefObject<HTMLElement | null>) {
  const held = useRef<Element>(undefined);
  // After every update, since any can remove the focused element.
  useEffect(() => {
    if (!held.current || held.current.isConnected || document.activeElement !== document.body) return;
    table.current?.querySelector<HTMLElement>("tbody tr[tabindex]")?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      // The buttons beside a value are outside the body, and only a pointer reaches them.
      held.current = target.closest("tbody") ? target : undefined;
    },
    onBlur: ({ target }: FocusEvent) => {
      // The browser may also tell of an element that loses the focus because it is removed.
      if (target === held.current && target.isConnected) held.current = undefined;
    },
  };
}
