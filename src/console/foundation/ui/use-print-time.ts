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

/** Start of the printing that goes on, ms; undefined while none does. A component that uses it is drawn again before the page is printed. */
export const usePrintTime = (): number | undefined => useSyncExternalStore(subscribe, () => time);
