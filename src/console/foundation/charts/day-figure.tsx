// A chart over days or hours that works without a mouse: a slider whose arrow keys move from point to point, each spoken as a
// sentence, with the same numbers in a table below. The caller draws the chart itself.
import { useEffect, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { NumbersTable } from "./numbers-table.tsx";

export interface FigurePoint {
  /** The sentence that a screen reader speaks for the point. */
  sentence: string;
  /** The point's row in the table, one text per column. */
  cells: readonly string[];
}

export interface DayFigureProps {
  title: string;
  /** Unit of the step between two points; a day by default. */
  by?: "day" | "hour" | "value";
  /** A summary of the chart in one sentence. */
  summary: string;
  columns: readonly string[];
  points: readonly FigurePoint[];
  /** Left and right margin of the plot in px, to find the point under the pointer. */
  inset: readonly [number, number];
  /** Number of days drawn, including future days that have no point yet. */
  drawn?: number;
  /** Explains the shades of the chart. */
  legend?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Draws the chart; `active` is the index of the point that is pointed at. */
  draw: (active: number | undefined) => ReactNode;
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at, last) => Math.min(last, at + 1),
  ArrowDown: (at) => Math.max(0, at - 1),
  PageUp: (at, last) => Math.min(last, at + 7),
  PageDown: (at) => Math.max(0, at - 7),
  Home: () => 0,
  End: (_, last) => last,
};

/** Delays drawing the chart by one frame, so that the page responds first. */
function useNextFrame(): boolean {
  const [isNext, setIsNext] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsNext(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isNext;
}

export function DayFigure({
  title,
  by = "day",
  summary,
  columns,
  points,
  inset,
  drawn = points.length,
  legend,
  actions,
  draw,
}: DayFigureProps) {
  const isDrawn = useNextFrame();
  const [active, setActive] = useState<number>();
  const last = points.length - 1;
  // After a reload there may be fewer days.
  const at = active === undefined ? undefined : Math.min(active, last);
  const moveByKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(step(at ?? last, last));
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left - inset[0]) / (width - inset[0] - inset[1]);
    setActive(Math.max(0, Math.min(last, Math.floor(share * drawn))));
  };
  const sentence = points[at ?? last]?.sentence ?? summary;
  return (
    <figure className="min-w-0">
      <figcaption className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 pb-1 tablet:grid-cols-[auto_minmax(0,1fr)_auto]">
        <b className="font-medium">{title}</b>
        <span className="relative text-12 text-text-muted max-tablet:order-1 max-tablet:col-span-2">
          {/* The summary keeps its place, so that a shorter sentence does not move the chart under the pointer. */}
          <span className={at === undefined ? "" : "invisible"}>{summary}</span>
          {at === undefined ? null : <span className="absolute inset-0">{sentence}</span>}
        </span>
        {actions}
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${title}, by ${by}`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={sentence}
        onKeyDown={moveByKey}
        onPointerMove={point}
        onPointerLeave={() => setActive(undefined)}
        onBlur={() => setActive(undefined)}
        className="h-55 touch-pan-y rounded-small"
      >
        {isDrawn ? draw(at) : null}
      </div>
      {legend}
      <details className="mt-1 text-12">
        <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
          Numbers<span className="sr-only"> of {title}</span>
        </summary>
        <div className="max-h-60 overflow-auto" tabIndex={0} role="region" aria-label={`Numbers of ${title}`}>
          <NumbersTable caption={summary} columns={columns} rows={points.map(({ cells }) => cells)} />
        </div>
      </details>
    </figure>
  );
}
