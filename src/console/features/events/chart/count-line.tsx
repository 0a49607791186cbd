// The result in words: the number of events and users.
import { Fragment, type ReactNode } from "react";
import type { EventCounts } from "#contract/event-answers.ts";
import { spanText } from "#console/foundation/ui/instant-format.ts";
import { agree, formatCount } from "#console/foundation/ui/wording.ts";
import { WordPicker } from "#console/features/events/sentence/word-picker.tsx";
import type { ChartView } from "./event-chart.tsx";

interface CountLineProps {
  /** Undefined until counted. */
  total: { events: number; units: number } | undefined;
  /** Set if counting failed. */
  failure?: Error | null;
  onRetry?: () => void;
  measure: ChartView["measure"];
  /** Type of the units, if they are not users. */
  unitType?: string;
  counts: EventCounts | undefined;
  onMeasure: (measure: ChartView["measure"]) => void;
  /** Shown after the number. */
  children?: ReactNode;
}

/** Explains the bars and lines of the chart. */
const Legend = ({ counts: { width, series } }: { counts: EventCounts }) => (
  // If there is no room for the legend, it wraps to a second line, which is clipped.
  <span className="flex h-4 min-w-0 flex-1 flex-wrap justify-end overflow-hidden text-12 whitespace-nowrap before:h-4 before:content-[''] max-tablet:hidden">
    <span className="flex h-4 items-center gap-1.5">
      <svg viewBox="0 0 20 10" aria-hidden className="h-2.5 w-5">
        <path d="M1 3h8v7H1zM11 5h8v5h-8z" className="fill-neutral-mark" />
        {series[0]?.before ? <path d="M0 1.5h10M10 3.5h10" className="stroke-text" /> : null}
      </svg>
      bar {spanText(width)}
      {series[0]?.before ? ", line before" : ""}
    </span>
  </span>
);

export function CountLine({
  total,
  failure = null,
  onRetry,
  measure,
  unitType = "userID",
  counts,
  onMeasure,
  children,
}: CountLineProps) {
  const isOfUnits = measure === "units";
  const [unit, units] = unitType === "userID" ? ["user", "users"] : ["unit", "units"];
  const by = unitType === "userID" ? "" : ` by ${unitType}`;
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 pt-2 pb-3 text-text-muted">
      <p aria-live="polite" className="flex min-h-9 items-baseline max-tablet:w-full">
        {total ? (
          <>
            <b className="figures text-24 font-strong tracking-[-0.02em] text-text">
              {formatCount(isOfUnits ? total.units : total.events)}
            </b>
            <WordPicker
              label="Count"
              value={isOfUnits ? "units" : "events"}
              options={[
                { value: "events", label: agree(total.events, "event", "events") },
                { value: "units", label: agree(total.units, unit, units) },
              ]}
              onChange={(next) => onMeasure(next === "units" ? next : undefined)}
              className="relative ml-1 inline-flex h-7 items-center gap-1 rounded-small px-1.5 text-text after:absolute after:inset-x-0 after:-inset-y-2 hover:bg-surface-hover"
            />
            {isOfUnits
              ? `in ${formatCount(total.events)} ${agree(total.events, "event", "events")}`
              : `of ${formatCount(total.units)} ${agree(total.units, unit, units)}${by}`}
          </>
        ) : (
          <span className="leading-9">
            {failure ? (
              <>
                Not counted. {failure.message}{" "}
                <button type="button" onClick={onRetry} className="link">
                  Try again
                </button>
              </>
            ) : (
              "Counting …"
            )}
          </span>
        )}
      </p>
      {/* The key creates new elements for another number, so that they do not count as moved. */}
      <Fragment key={`${total?.events} ${total?.units}`}>
        {children}
        {counts && (counts.series[0]?.total ?? 0) > 0 ? <Legend key={counts.to} counts={counts} /> : null}
      </Fragment>
    </div>
  );
}
