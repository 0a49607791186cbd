import type { MetricDistribution } from "#contract/metric-values.ts";
import { DayFigure } from "#console/foundation/charts/day-figure.tsx";
import { barsInset, StackedBars } from "#console/foundation/charts/stacked-bars.tsx";
import { formatCount, percentSign, plural } from "#console/foundation/ui/wording.ts";
import { markText, wholeOr } from "./day-words.ts";

/** Percentiles listed beside the chart. */
const named = [25, 50, 75, 90, 99];

const colours = ["var(--color-border-strong)"];

/** Label of a bin; a bin that holds a single whole number is labelled with that number. */
const binText = ({ from, to }: { from: number; to: number }, isLast: boolean) => {
  if (to - from === 1 && Number.isInteger(from)) return isLast ? `${wholeOr(from)} and more` : wholeOr(from);
  return isLast ? `${wholeOr(from)} to ${wholeOr(to)}` : `${wholeOr(from)} to below ${wholeOr(to)}`;
};

export const Percentiles = ({ distribution }: { distribution: MetricDistribution }) => {
  const { percentiles, most, cap } = distribution;
  const facts = [
    ...percentiles
      .filter((one) => named.includes(one.percentile))
      .map(({ percentile, value }) => [`${percentile}${percentSign} at most`, wholeOr(value)]),
    ...(most === null ? [] : [["The most", wholeOr(most)]]),
    ...(cap === null ? [] : [["Capped at", wholeOr(cap)]]),
  ];
  return (
    <dl aria-label="Percentiles" className="flex flex-wrap gap-x-6 gap-y-1 pt-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-12 text-text-muted">{label}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Histogram of the values of the units. */
export function SpreadFigure({ distribution }: { distribution: MetricDistribution }) {
  const { bins, units } = distribution;
  const names = bins.map((bin, index) => binText(bin, index === bins.length - 1));
  const shareOf = (count: number) => `${((100 * count) / Math.max(1, units)).toFixed(1)}${percentSign}`;
  return (
    <DayFigure
      title="Units"
      by="value"
      summary={`${plural(units, "unit")} with events, before any cap.`}
      columns={["Value", "Units", "Share"]}
      points={bins.map((bin, index) => ({
        sentence: `${names[index]}: ${plural(bin.units, "unit")}, ${shareOf(bin.units)}.`,
        cells: [names[index] ?? "", formatCount(bin.units), shareOf(bin.units)],
      }))}
      inset={barsInset}
      draw={(active) => (
        <StackedBars
          bars={bins.map((bin) => ({ label: markText(bin.from), counts: [bin.units] }))}
          colours={colours}
          active={active}
          format={(value) => markText(value)}
        />
      )}
    />
  );
}
