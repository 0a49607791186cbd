// The versions of a metric: who changed what, when and why.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Difference } from "#contract/version-differences.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { labelOf, plural } from "#console/foundation/ui/wording.ts";

const limit = 10;
const shown = 6;

const names: Readonly<Record<string, string>> = {
  metricEvents: "Events",
  funnelEventList: "Steps",
  funnelCountDistinct: "Counts",
  directionality: "Direction",
  winsorization: "Cap",
  unitTypes: "Units",
};

/** Words a property path: "metricEvents.0.name" becomes "Events 1, name". */
function placeOf(property: string): string {
  const [field = "", ...inner] = property.split(".");
  const rest = inner.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : `, ${part}`)).join(" ");
  return `${names[field] ?? labelOf(field)} ${rest}`.replaceAll(" ,", ",").trim();
}

const textOf = (value: unknown) =>
  value === undefined || value === null || value === ""
    ? "nothing"
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

const quoted = "rounded-sm bg-tint box-decoration-clone px-1 py-px no-underline wrap-anywhere";

const Change = ({ change: { property, old, new: now } }: { change: Difference }) => (
  <li className="break-words">
    {placeOf(property)} <del className={quoted}>{textOf(old)}</del> became{" "}
    <ins className={`${quoted} font-medium`}>{textOf(now)}</ins>
  </li>
);

export function HistorySection({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(queryPage("listMetricDifferences", { id, page, limit }));
  const versions = data?.data;
  const total = data?.pagination?.totalItems ?? versions?.length ?? 0;
  return (
    <section aria-label="History">
      <SectionHead title="History" note={versions ? plural(total, "version") : ""} />
      {!versions && error ? (
        <FailureNotice error={error} title="The history could not be read" retry={() => void refetch()} />
      ) : null}
      {!versions && !error ? <SkeletonBlock className="h-20" label="Loading the history" /> : null}
      <ol className="border-t border-border empty:hidden">
        {(versions ?? []).map((one, index) => (
          <li key={one.version ?? index} className="border-b border-border py-2">
            <p className="flex flex-wrap gap-x-2 text-text-muted">
              <b className="figures font-medium text-text">Version {one.version}</b>
              {one.lastModifierName ?? "Unknown"}
              {one.lastModifiedTime ? <Time value={one.lastModifiedTime} /> : null}
            </p>
            <ul className="mt-1 grid gap-1 empty:hidden">
              {one.changes.slice(0, shown).map((change) => (
                <Change key={change.property} change={change} />
              ))}
            </ul>
            {one.changes.length > shown ? (
              <p className="text-text-muted">and {one.changes.length - shown} more</p>
            ) : null}
            {one.lastModifiedReason ? (
              <p className="mt-1 break-words text-text-muted">Why: {one.lastModifiedReason}</p>
            ) : null}
          </li>
        ))}
      </ol>
      {total > limit ? (
        <Paging label="Pages of the history" total={total} page={page} limit={limit} onPage={setPage} />
      ) : null}
    </section>
  );
}
