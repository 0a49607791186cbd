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

/** When the printing that goes on began, ms; undefined while none does. What it draws is drawn before the page is printed. */
export const usePrintTime = (): number | undefined => useSyncExternalStore(subscribe, () => time);
