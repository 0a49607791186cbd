import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { DependenciesSearch } from "./dependencies-search.ts";

/** What of the references the address shows, and the way to show something else. */
export function useDependenciesView(): [DependenciesSearch, (part: DependenciesSearch) => void] {
  const view = DependenciesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = useCallback(
    (part: DependenciesSearch) =>
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
