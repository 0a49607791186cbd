import { useEffect, useRef } from "react";

/** A ref for what shows one view or another: a new view is seen from its top, and a focus that fell to the page goes to it. */
export function useViewFocus(view: string) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    // A panel beside it that took the focus has brought itself into view.
    if (ref.current?.contains(document.activeElement)) ref.current.scrollIntoView({ block: "start" });
  }, [view]);
  return ref;
}

/** A ref for a panel: it takes the focus when it opens, and gives it back when it closes; a phone scrolls to it. */
export function focusWhileOpen(panel: HTMLElement | null) {
  if (!panel) return undefined;
  const before = document.activeElement;
  const isBelow = matchMedia("(max-width: 720px)").matches;
  panel.focus({ preventScroll: !isBelow });
  if (isBelow) panel.scrollIntoView({ block: "start" });
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}
