// A sparkline of a metric's values in the last 30 days, loaded when it scrolls into view.
import { useQuery } from "@tanstack/react-query";
import type { MetricDay } from "#contract/metric-values.ts";
import { query } from "#console/foundation/api/query.ts";
import { useNear } from "#console/foundation/ui/use-near.ts";
import { trendSentence } from "./trend-words.ts";

/** px */
const [width, height] = [96, 24];

/** Leaves out today, which is not over; a day without a value is a gap. */
function Line({ days }: { days: readonly MetricDay[] }) {
  const over = days.slice(0, -1);
  const values = over.flatMap(({ value }) => value ?? []);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const at = (value: number) => height - 1 - ((value - least) / (most - least || 1)) * (height - 2);
  const step = width / Math.max(1, over.length - 1);
  const path = over
    .map(({ value }, index) => {
      if (value === null) return "";
      const isFirst = (over[index - 1]?.value ?? null) === null;
      return `${isFirst ? "M" : "L"}${(index * step).toFixed(1)} ${at(value).toFixed(1)}`;
    })
    .join("");
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="h-6 w-24 shrink-0">
      <path d={`M0 ${height - 0.5}H${width}`} className="stroke-border" />
      <path d={path} className="fill-none stroke-neutral-mark" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  );
}

interface MetricTrendProps {
  id: string;
  type: string;
}

export function MetricTrend({ id, type }: MetricTrendProps) {
  const { element, isNear } = useNear<HTMLParagraphElement>();
  const { data, error } = useQuery({ ...query("readMetricDays", { id, days: 30 }), enabled: isNear });
  const days = data?.data.days;
  return (
    // Reserves two lines, so that long numbers are whole.
    <p ref={element} className="flex h-8 items-center gap-3 text-12 text-text-muted">
      {days ? <Line days={days} /> : <span className="w-24 shrink-0" />}
      {/* The key creates a new element for the answer, so that it does not count as moved. */}
      <span key={days ? "trend" : "none"} className="line-clamp-2 min-w-0 text-pretty">
        {days ? trendSentence(days, type) : error ? "Its trend could not be read" : "Computing the trend"}
      </span>
    </p>
  );
}
