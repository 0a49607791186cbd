import { getRouteApi, Link } from "@tanstack/react-router";
import { plural } from "#console/foundation/ui/wording.ts";

const route = getRouteApi("/$company");

interface MoreLinkProps {
  count: number;
  /** In the singular: "more experiment". */
  noun: string;
  to: "/$company/experiments" | "/$company/gates";
  sort?: "changed" | "next" | "health";
  /** Follows the link. */
  rest?: string;
}

/** The rest of a list, on the page that has it all; nothing where there is none. */
export function MoreLink({ count, noun, to, sort, rest = "" }: MoreLinkProps) {
  const { company } = route.useParams();
  if (count <= 0) return null;
  return (
    <p className="py-2 text-text-muted">
      <Link to={to} params={{ company }} search={sort ? { sort } : {}} className="link font-medium">
        {plural(count, noun)}
      </Link>
      {rest}
    </p>
  );
}
