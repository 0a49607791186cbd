// One series of the chart with its name and its numbers: beside the plot on a wide screen, above it on a phone.
import type { ReactNode } from "react";
import type { EventSeries } from "#contract/event-answers.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { changeText, seriesName } from "./chart-model.ts";

interface Shown {
  isNamed: boolean;
  /** Shows the change compared with the previous period. */
  isCompared: boolean;
}

/** Margins at the sides of all plots for names and numbers. */
export const marginsOf = ({ isNamed, isCompared }: Shown) =>
  !isNamed ? "desk:ml-14" : isCompared ? "desk:ml-32 desk:mr-36" : "desk:ml-32 desk:mr-20";

/** Negative margins that extend the row into that space. Only the plot receives the pointer. */
const beside = (isCompared: boolean) =>
  `pointer-events-none desk:-ml-32 desk:grid ${
    isCompared
      ? "desk:-mr-36 desk:grid-cols-[8rem_minmax(0,1fr)_9rem]"
      : "desk:-mr-20 desk:grid-cols-[8rem_minmax(0,1fr)_5rem]"
  }`;

interface SeriesRowProps extends Shown {
  series: EventSeries;
  /** This series accounts for most of the change. */
  isMain: boolean;
  /** Class for the height of the plot. */
  height: string;
  children: ReactNode;
}

export function SeriesRow({ series, isNamed, isCompared, isMain, height, children }: SeriesRowProps) {
  const isAll = series.kind === "all";
  return (
    <div className={`border-t border-border ${isNamed ? beside(isCompared) : ""}`}>
      {isNamed ? (
        <p
          // The page shows the numbers of all events above the chart, so on a phone this line is only a place for the scale.
          className={`relative flex gap-3 bg-surface pt-1 text-12 desk:contents ${isMain || isAll ? "font-strong" : ""} ${isAll ? "max-desk:invisible max-desk:bg-transparent" : ""}`}
        >
          <span className="min-w-0 truncate desk:order-1 desk:pt-1 desk:pr-3">{seriesName(series)}</span>
          {/* The key creates a new element for another number, so that it does not count as moved. */}
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
