import { Link } from "@tanstack/react-router";

/** Link from the results to the decision dialog. */
export const DecideLink = () => (
  <Link
    from="/$company/experiments/$id"
    to="/$company/experiments/$id"
    search={(before) => ({ ...before, action: "decide" })}
    resetScroll={false}
    className="relative link inline-flex min-h-6 items-center font-medium pointer-coarse:after:absolute pointer-coarse:after:-inset-x-3 pointer-coarse:after:-inset-y-2 print:hidden"
  >
    Decide …
  </Link>
);
