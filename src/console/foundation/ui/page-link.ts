// The link to the current page: its address, unless the page provides a more permanent one.
import { useEffect } from "react";

let made: (() => string) | undefined;

export const linkOfPage = () => made?.() ?? location.href;

/** Provides another link than the address while the component is mounted. */
export function usePageLink(make: () => string) {
  useEffect(() => {
    made = make;
    return () => {
      made = undefined;
    };
  });
}
