// One line of the chart with its name and its numbers: beside the plot where there is room, above it on a phone.
import type { ReactNode } from "react";
import type { EventSeries } from "#contract/event-answers.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { changeText, seriesName } from "./chart-model.ts";

interface Shown {
  isNamed: boolean;
  /** With the change against the period before. */
  isCompared: boolean;
}

/** The room that all plots leave at their sides for names and numbers. */
export const marginsOf = ({ isNamed, isCompared }: Shown) =>
  !isNamed ? "desk:ml-14" : isCompared ? "desk:ml-32 desk:mr-36" : "desk:ml-32 desk:mr-20";

/** Reaches into that room. The plot alone takes the pointer. */
const beside = (isCompared: boolean) =>
  `pointer-events-none desk:-ml-32 desk:grid ${
    isCompared
      ? "desk:-mr-36 desk:grid-cols-[8rem_minmax(0,1fr)_9rem]"
      : "desk:-mr-20 desk:grid-cols-[8rem_minmax(0,1fr)_5rem]"
  }`;

interface SeriesRowProps extends Shown {
  series: EventSeries;
  /** Makes most of the change. */
  isMain: boolean;
  /** Class of the height of the plot. */
  height: string;
  children: ReactNode;
}

export function SeriesRow({ series, isNamed, isCompared, isMain, height, children }: SeriesRowProps) {
  const isAll = series.kind === "all";
  return (
    <div className={`border-t border-border ${isNamed ? beside(isCompared) : ""}`}>
      {isNamed ? (
        <p
          // Of all the page says the numbers above the chart: a phone keeps this line for the scale.
          className={`relative flex gap-3 bg-surface pt-1 text-12 desk:contents ${isMain || isAll ? "font-strong" : ""} ${isAll ? "max-desk:invisible max-desk:bg-transparent" : ""}`}
        >
          <span className="min-w-0 truncate desk:order-1 desk:pt-1 desk:pr-3">{seriesName(series)}</span>
          {/* Another number is drawn anew: it is not the one before, moved. */}
          <span
            key={series.total}
            className="ml-auto flex gap-3 desk:order-3 desk:ml-0 desk:justify-end desk:pt-1"
          >
            <span className={`figures ${isMain || isAll ? "" : "text-text-muted"}`}>
              {formatCount(series.total)}
            </span>
            {isCompared ? <span className="figures w-16 text-right">{changeText(series)}</span> : null}
          </span>
        </p>
      ) : null}
      <div className={`pointer-events-auto relative desk:order-2 ${height}`}>{children}</div>
    </div>
  );
}
