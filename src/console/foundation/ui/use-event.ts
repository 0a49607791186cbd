import { useCallback, useLayoutEffect, useRef } from "react";

/** A handler whose identity never changes and which runs as of the latest render: for memoized children. Never call it while rendering. */
export function useEvent<Arguments extends unknown[]>(handler: (...all: Arguments) => void) {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...all: Arguments) => latest.current(...all), []);
}
