import { useCallback, useEffect, useRef } from "react";

/** Focuses an element by its id as soon as it is drawn, so that the focus is not lost when a button removes itself. */
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
