import { Link, useParams } from "@tanstack/react-router";
import type { Metric } from "#contract/metric.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Muted, wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { directionText, eventsOf } from "#console/foundation/ui/metric-sentence.ts";
import { andList, formatCount } from "#console/foundation/ui/wording.ts";
import { Freshness } from "#console/features/metrics/freshness.tsx";
import { directionWord, typeLabel } from "#console/features/metrics/metric-words.ts";
import type { MetricColumn } from "#console/features/metrics/metric-searches.ts";

function Name({ metric: { id, name, description } }: { metric: Metric }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <>
      <Link
        to="/$company/metrics/$id"
        params={{ company, id }}
        state={{ name }}
        className="font-medium hover:underline"
      >
        {name}
      </Link>
      {description ? (
        <span className="ml-3 text-text-muted max-tablet:hidden" title={description}>
          {description}
        </span>
      ) : null}
    </>
  );
}

export const metricColumnsAt = (now: number): (Column<Metric> & { id: MetricColumn })[] => [
  {
    id: "name",
    header: "Name",
    cell: (metric) => <Name metric={metric} />,
    isSortable: true,
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "type",
    header: "Type",
    cell: ({ type }) => typeLabel(type),
    isSortable: true,
    width: "112px",
    phone: "end",
  },
  {
    id: "event",
    header: "Event",
    cell: (metric) => {
      const [first, ...others] = eventsOf(metric);
      const all = andList([...(first === undefined ? [] : [first]), ...others]);
      return (
        <span title={all} className="font-mono text-12">
          {first ?? "–"}
          {others.length > 0 ? <Muted> +{others.length}</Muted> : null}
        </span>
      );
    },
    width: "clamp(132px, 16vw, 232px)",
    phone: "second-start",
  },
  {
    id: "direction",
    header: "Better when",
    cell: (metric) => <span title={directionText(metric)}>{directionWord(metric)}</span>,
    isSortable: true,
    width: "116px",
    className: "max-[959px]:hidden",
  },
  {
    id: "used",
    header: "Used by",
    cell: ({ experimentCount }) => <Muted>{experimentCount ? formatCount(experimentCount) : "–"}</Muted>,
    isSortable: true,
    align: "end",
    width: "96px",
    className: "max-[879px]:hidden",
  },
  {
    id: "fresh",
    header: "Last event",
    cell: ({ lastEventTime }) => <Freshness time={lastEventTime} now={now} />,
    isSortable: true,
    width: "140px",
    phone: "second-end",
  },
  {
    id: "owner",
    header: "Owner",
    cell: ({ owner, creatorName }) => <Muted>{owner?.name ?? creatorName ?? "–"}</Muted>,
    isSortable: true,
    width: "152px",
    className: "max-[1179px]:hidden",
  },
];
