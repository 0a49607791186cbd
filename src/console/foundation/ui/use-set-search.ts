import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

interface Step {
  /** Replaces the last entry of the browser history (the default) instead of adding one. */
  replace?: boolean;
}

/** Changes some search parameters of the address and keeps the others. `resetScroll` scrolls to the top of the page. */
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
