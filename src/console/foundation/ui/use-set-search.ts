import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

interface Step {
  /** Takes the place of the last step in the history of the browser; otherwise it is a step of its own. */
  replace?: boolean;
  resetScroll?: boolean;
}

/** Changes parts of the search of the page's address; the rest of it stays. */
export function useSetSearch<Search extends object>() {
  const navigate = useNavigate();
  return useCallback(
    (part: Partial<Search>, { replace = true, resetScroll = true }: Step = {}) =>
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, ...part }),
        replace,
        resetScroll,
      }),
    [navigate],
  );
}
