import { useEffect, useRef } from "react";

/** A ref for what takes the focus where a change of the view let it fall to the page. */
export function useKeptFocus(view: string) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    if (document.activeElement === document.body) ref.current?.focus();
  }, [view]);
  return ref;
}
