import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { ReachSearch } from "./reach-search.ts";

/** What of the references the address shows, and the way to show something else. */
export function useReachView(): [ReachSearch, (part: ReachSearch) => void] {
  const view = ReachSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = useCallback(
    (part: ReachSearch) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, ...part }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [view, show];
}
