import { useCallback, useEffect, useRef } from "react";

/** Focuses an element by its id as soon as it is drawn: a button that removes itself would let the focus fall to the page. */
export function useFocusLater() {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const element = wanted.current === undefined ? null : document.getElementById(wanted.current);
    if (!element) return;
    wanted.current = undefined;
    element.focus();
  });
  return useCallback((id: string) => {
    wanted.current = id;
  }, []);
}
