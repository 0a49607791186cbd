// What stands around the rows of a forest plot: the scale above them, and what bar and whisker mean.
import { aside } from "./interval-chart.tsx";

const ticksOf = ([low, high]: [number, number]) => [low, low / 2, 0, high / 2, high];

/** What bar and whisker stand for, where both are drawn. */
export const IntervalLegend = () => (
  <span className="float-right inline-flex items-center gap-2 text-12 text-text-muted max-tablet:float-none max-tablet:mt-1 max-tablet:flex">
    <svg aria-hidden width="56" height="12" viewBox="0 0 56 12">
      <g stroke="var(--neutral-mark)" strokeWidth={1.25}>
        <path d="M1 6h54M1 2v8M55 2v8" fill="none" />
      </g>
      <rect
        x={14}
        y={2}
        width={28}
        height={8}
        style={{ fill: "color-mix(in oklab, var(--neutral-mark) 48%, var(--surface))" }}
      />
      <circle cx={28} cy={6} r={3.25} fill="var(--surface)" stroke="var(--neutral-mark)" strokeWidth={1.5} />
    </svg>
    bar: fixed, whisker: sequential
  </span>
);

interface IntervalAxisProps {
  domain: [number, number];
  format: (value: number) => string;
  /** Only both ends and zero are named. */
  sparse?: boolean;
  /** Covers the lines of a grid behind it. */
  grounded?: boolean;
}

/** The scale above the rows of one chart. */
export const IntervalAxis = ({ domain, format, sparse = false, grounded = false }: IntervalAxisProps) => (
  <div
    aria-hidden
    className="figures relative h-4 text-11 leading-4 font-regular text-text-muted"
    style={{ marginInline: aside }}
  >
    {ticksOf(domain).map((tick, index) => (
      <span
        key={tick}
        className={`absolute -translate-x-1/2 whitespace-nowrap ${index % 2 && sparse ? "hidden" : ""} ${grounded ? "bg-surface px-0.5" : ""}`}
        style={{ left: `${index * 25}%` }}
      >
        {format(tick)}
      </span>
    ))}
  </div>
);
