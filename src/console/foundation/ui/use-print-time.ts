import { useSyncExternalStore } from "react";

let time: number | undefined;

function subscribe(listener: () => void) {
  const listening = new AbortController();
  const onPrint = ({ type }: Event) => {
    time = type === "beforeprint" ? Date.now() : undefined;
    listener();
  };
  addEventListener("beforeprint", onPrint, listening);
  addEventListener("afterprint", onPrint, listening);
  return () => listening.abort();
}

/**
 * Time when the current printing started, in ms; undefined when not printing. Components that use it are rendered again
 * before the page is printed.
 */
export const usePrintTime = (): number | undefined => useSyncExternalStore(subscribe, () => time);
