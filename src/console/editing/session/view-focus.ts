import { useEffect, useLayoutEffect, useRef } from "react";

/** A ref for what shows the form or its review: the review is seen from its top, the form after it where it was; a focus that fell to the page goes to it. */
export function useViewFocus(view: "form" | "review") {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  const place = useRef(0);
  // As the form was last seen: the review, which takes its room, is shorter and moves the page.
  useLayoutEffect(() => {
    if (view === "review") return undefined;
    const listening = new AbortController();
    addEventListener("scroll", () => (place.current = scrollY), listening);
    return () => listening.abort();
  }, [view]);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    if (view === "form") scrollTo({ top: place.current });
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    // A panel beside it that took the focus has brought itself into view.
    if (view === "review" && ref.current?.contains(document.activeElement))
      ref.current.scrollIntoView({ block: "start" });
  }, [view]);
  return ref;
}
