// The link to the page in view: its address, unless the page gives one that lasts longer.
import { useEffect } from "react";

let made: (() => string) | undefined;

export const linkOfPage = () => made?.() ?? location.href;

/** Gives another link than the address while the component is mounted. */
export function usePageLink(make: () => string) {
  useEffect(() => {
    made = make;
    return () => {
      made = undefined;
    };
  });
}
