import { useSyncExternalStore } from "react";

let time: number | undefined;

function subscribe(listener: () => void) {
  const begin = () => {
    time = Date.now();
    listener();
  };
  const end = () => {
    time = undefined;
    listener();
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  return () => {
    removeEventListener("beforeprint", begin);
    removeEventListener("afterprint", end);
  };
}

/** Start of the printing that goes on, ms; undefined while none does. A component that uses it is drawn again before the page is printed. */
export const usePrintTime = (): number | undefined => useSyncExternalStore(subscribe, () => time);
