// One interval on a scale shared by all rows of a list, as wide as its cell. Positions are percentages, so nothing is
// measured.
// Choice: lists draw the interval of each row without recharts
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { resultColours } from "./chart-style.ts";

interface Interval {
  value: number;
  margin: number;
  result: ResultMeaning;
}

interface IntervalStripProps {
  /** Upper end of the scale, which is symmetric around zero. */
  end: number;
  interval?: Interval | undefined;
  /** Its height, and margins of at least 8 px for the arrows. */
  className: string;
}

/** Solid if the interval excludes 0, hollow if it does not; an arrow where the interval exceeds the scale. */
export function ListInterval({ end, interval, className }: IntervalStripProps) {
  return (
    <span
      aria-hidden
      className={`interval-lines relative block forced-color-adjust-none ${className}`}
      style={interval && { color: resultColours[interval.result] }}
    >
      {interval ? bar(interval, end) : null}
    </span>
  );
}

/** Built from plain boxes, because they are laid out in half the time of SVG images. */
function bar({ value, margin, result }: Interval, end: number) {
  const percent = (at: number) => `${Math.round(5000 * Math.max(0, Math.min(2, at / end + 1))) / 100}%`;
  const [from, to] = [value - margin, value + margin];
  const isOpen = result === "inconclusive";
  return (
    <>
      <span
        className={`absolute top-[calc(50%-4px)] h-2 border border-current ${isOpen ? "bg-surface" : "bg-current"}`}
        style={{ left: percent(from), right: percent(-to) }}
      />
      {Math.abs(value) > end ? null : (
        <span
          className="absolute top-[calc(50%-7px)] -ml-px h-3.5 w-0.5 bg-current"
          style={{ left: percent(value) }}
        />
      )}
      {from < -end ? (
        <span className="absolute top-[calc(50%-5px)] right-full border-y-5 border-r-6 border-y-transparent" />
      ) : null}
      {to > end ? (
        <span className="absolute top-[calc(50%-5px)] left-full border-y-5 border-l-6 border-y-transparent" />
      ) : null}
    </>
  );
}

/** Labels of the grid lines, above the column. */
export const ListIntervalScale = ({ labels }: { labels: readonly string[] }) => (
  <span aria-hidden className="figures relative block h-4 px-2 text-11 font-regular">
    <span className="relative block h-full">
      {labels.map((label, index) => (
        <span
          key={label}
          className="absolute -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${(100 * index) / (labels.length - 1)}%` }}
        >
          {label}
        </span>
      ))}
    </span>
  </span>
);
