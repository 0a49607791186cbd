import { getRouteApi, Link } from "@tanstack/react-router";
import { plural } from "#console/foundation/ui/wording.ts";

const route = getRouteApi("/$company");

interface MoreLinkProps {
  count: number;
  /** Singular, such as "more experiment". */
  noun: string;
  to: "/$company/experiments" | "/$company/gates";
  sort?: "changed" | "next" | "health";
  /** Text after the link. */
  rest?: string;
}

/** A link to the full list for the entities that are not shown here; nothing if all are shown. */
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
