import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref for the element that shows the form or its review. The review is scrolled to its top, and on the way
 * back the form to its previous position; focus that was lost to the body moves to the element.
 */
export function useViewFocus(view: "form" | "review") {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  const place = useRef(0);
  // Records the scroll position of the form; the review that replaces it is shorter and scrolls the page.
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
    // If the focus is in a panel beside the review, that panel has already scrolled itself into view.
    if (view === "review" && ref.current?.contains(document.activeElement))
      ref.current.scrollIntoView({ block: "start" });
  }, [view]);
  return ref;
}
