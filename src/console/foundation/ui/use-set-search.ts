import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

interface Step {
  /** Takes the place of the last step in the history of the browser, the default; otherwise it is a step of its own. */
  replace?: boolean;
}

/** Changes parts of the search of the page's address; the rest of it stays. `resetScroll` goes to the top of the page. */
export function useSetSearch<Search extends object>({ resetScroll = true } = {}) {
  const navigate = useNavigate();
  return useCallback(
    (part: Partial<Search>, { replace = true }: Step = {}) =>
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, ...part }),
        replace,
        resetScroll,
      }),
    [navigate, resetScroll],
  );
}
