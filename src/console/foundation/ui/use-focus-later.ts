import { useCallback, useEffect, useRef } from "react";

/** Focuses an element by its id as soon as it is drawn, so that the focus is not lost when a button removes itself. */
export function useFocusLater() {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const element = wanted.current === undefined ? null : document.getElementById(wanted.current);
    if (!element) return;
    wanted.current = undefined;
    element.focus();
    // As the Tab key does: what is typed next replaces the text.
    if (element instanceof HTMLInputElement) element.select();
  });
  return useCallback((id: string) => {
    wanted.current = id;
  }, []);
}
