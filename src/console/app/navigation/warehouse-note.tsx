// A line in the rail if the warehouse needs attention: a failing connection or a stale source.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { query } from "#console/foundation/api/query.ts";
import { useCompany } from "./place.ts";

/** ms */
const lookEvery = 5 * 60_000;

export function WarehouseNote() {
  const company = useCompany() ?? "-";
  const { data } = useQuery({
    ...query("readWarehouseStatus", {}),
    enabled: useCurrentKey() !== undefined,
    refetchInterval: lookEvery,
    retry: false,
  });
  const [first, ...more] = data?.data.notes ?? [];
  if (!first) return null;
  const text = more.length > 0 ? `${first.text}, and ${more.length} more` : first.text;
  return (
    <Link
      to="/$company/warehouse"
      params={{ company }}
      title={text}
      className="flex min-w-0 items-center gap-2 font-medium text-warning hover:underline"
    >
      <TriangleAlert size={14} aria-hidden className="shrink-0" />
      <span className="line-clamp-3 group-data-[rail=column]/rail:max-desk:hidden">{text}</span>
    </Link>
  );
}
