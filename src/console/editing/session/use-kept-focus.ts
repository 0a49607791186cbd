import { useEffect, useRef } from "react";

/** A ref for what shows one view or another: a new view is seen from its top, and a focus that fell to the page goes to it. */
export function useKeptFocus(view: string) {
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
