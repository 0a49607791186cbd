import { useCallback, useLayoutEffect, useRef } from "react";

/** A handler with a stable identity that calls the latest version, for memoized children. Never call it during rendering. */
export function useEvent<Arguments extends unknown[]>(handler: (...all: Arguments) => void) {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...all: Arguments) => latest.current(...all), []);
}
