// Links that are drawn in large numbers or before the first rows: the router's own links each resolve and watch an address.
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";

export type EntityPath =
  | "/$company/gates/$id"
  | "/$company/dynamic_configs/$id"
  | "/$company/experiments/$id"
  | "/$company/metrics/$id";

type ListPath = `/$company/${"experiments" | "layers" | "segments" | "holdouts" | "learned"}`;

type Target =
  | {
      to: EntityPath;
      params: { company: string; id: string };
      search: Record<string, string>;
      state: { name: string };
    }
  | { to: ListPath; params: { company: string }; search?: object };

/** The handlers of a link that opens its target without loading the console again, and prepares it beforehand. */
export function useLightLink(target: Target) {
  const router = useRouter();
  const prepare = () => void router.preloadRoute(target);
  return {
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void router.navigate(target);
    },
    onMouseEnter: prepare,
    onFocus: prepare,
    onTouchStart: prepare,
  };
}
