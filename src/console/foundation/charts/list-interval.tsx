// One interval on a scale that all rows of a list share, as wide as its cell: places are shares of it, so that nothing is measured.
// Choice: lists draw the interval of a row themselves
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { resultColours } from "./chart-style.ts";

interface IntervalStripProps {
  /** The end of the scale, which is symmetric around zero. */
  end: number;
  interval?: { value: number; margin: number; result: ResultMeaning } | undefined;
  className?: string;
}

/** Solid where the interval leaves out 0, hollow where it does not; an arrow where it leaves the scale. */
export function ListInterval({ end, interval, className = "h-12 w-full" }: IntervalStripProps) {
  const share = (value: number) => Math.max(0, Math.min(1, (value / end + 1) / 2));
  const percent = (value: number) => `${Math.round(10_000 * value) / 100}%`;
  return (
    <span aria-hidden className={`interval-lines block px-2 ${className}`}>
      {interval ? <Bar {...interval} share={share} percent={percent} end={end} /> : null}
    </span>
  );
}

interface BarProps {
  value: number;
  margin: number;
  result: ResultMeaning;
  end: number;
  share: (value: number) => number;
  percent: (share: number) => string;
}

function Bar({ value, margin, result, end, share, percent }: BarProps) {
  const [left, right] = [share(value - margin), share(value + margin)];
  const colour = resultColours[result];
  const isOpen = result === "inconclusive";
  return (
    <svg className="h-full w-full overflow-visible">
      <svg y="50%" className="overflow-visible">
        <rect
          x={percent(left)}
          width={percent(right - left)}
          y={-4}
          height={8}
          fill={isOpen ? "var(--color-surface)" : colour}
          stroke={colour}
          strokeWidth={1.25}
        />
        {Math.abs(value) > end ? null : (
          <svg x={percent(share(value))} className="overflow-visible">
            <rect x={-1} width={2} y={-7} height={14} fill={colour} />
          </svg>
        )}
        {([-1, 1] as const).map((side) =>
          side * (value + side * margin) > end ? (
            <svg key={side} x={percent((side + 1) / 2)} className="overflow-visible">
              <path d={`M0 -5L${6 * side} 0L0 5Z`} fill={colour} />
            </svg>
          ) : null,
        )}
      </svg>
    </svg>
  );
}

/** The names of the lines, over the column. */
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
