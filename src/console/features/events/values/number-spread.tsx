// The distribution of a numeric field: a histogram and named percentiles.
import type { EventValues } from "#contract/event-answers.ts";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";

/** px */
const height = 48;
const shown = [10, 50, 90, 99];
const nameOf = (percentile: number) => (percentile === 50 ? "Median" : `p${percentile}`);

export function NumberSpread({ numbers }: { numbers: NonNullable<EventValues["numbers"]> }) {
  const { bins, least, most, mean, percentiles } = numbers;
  const highest = Math.max(...bins.map(({ events }) => events));
  const median = percentiles.find(({ percentile }) => percentile === 50)?.value;
  const at = median === undefined || most === least ? undefined : ((median - least) / (most - least)) * 100;
  return (
    <section aria-label="Spread of its numbers">
      <h3 className="font-medium">Numbers</h3>
      <figure aria-label="Events by value">
        <div aria-hidden className="relative mt-2 flex items-end gap-0.5" style={{ height }}>
          {bins.map(({ from, to, events }) => (
            <span
              key={from}
              title={`${formatNumber(from)} to ${formatNumber(to)}: ${formatCount(events)}`}
              className="min-w-0 flex-1 bg-neutral-mark"
              style={{ height: events > 0 ? Math.max(1, (events / highest) * height) : 0 }}
            />
          ))}
          {at === undefined ? null : (
            <span className="absolute inset-y-0 w-px bg-text" style={{ left: `${at}%` }} />
          )}
        </div>
        <p
          aria-hidden
          className="figures flex justify-between border-t border-border pt-1 text-11 text-text-muted"
        >
          <span>{formatNumber(least)}</span>
          <span>{formatNumber(most)}</span>
        </p>
        <div className="sr-only">
          <NumbersTable
            caption="Events by value"
            columns={["From", "To", "Events"]}
            rows={bins.map(({ from, to, events }) => [
              formatNumber(from),
              formatNumber(to),
              formatCount(events),
            ])}
          />
        </div>
      </figure>
      <dl className="figures mt-3 grid grid-cols-3 gap-2">
        {[
          ...percentiles.filter(({ percentile }) => shown.includes(percentile)),
          { percentile: undefined, value: mean },
        ].map(({ percentile, value }) => (
          <div key={percentile ?? "mean"}>
            <dt className="text-12 text-text-muted">
              {percentile === undefined ? "Mean" : nameOf(percentile)}
            </dt>
            <dd className="font-medium">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
