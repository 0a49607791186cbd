// The trade-off of gain against harm as a chart, with its data in a table below.
import { Suspense } from "react";
import { changeText, intervalText } from "#console/features/experiments/results/model/reading.ts";
import type { TradeOff } from "#console/features/experiments/results/model/trade-off.ts";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";

const TradeOffChart = lazyPart(
  "The chart of gain against harm",
  async () => (await import("./trade-off-chart.tsx")).TradeOffChart,
);

export function TradeOffFigure({ tradeOff }: { tradeOff: TradeOff }) {
  const { gain, harm, points, sentence } = tradeOff;
  return (
    <figure aria-label="Gain against harm" className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline gap-x-3 pb-1">
        <b className="font-strong">Gain against harm</b>
        <span className="text-12 text-text-muted">
          {harm.name} over {gain.name}
        </span>
      </figcaption>
      <div role="img" aria-label={sentence} className="h-47">
        <Suspense fallback={null}>
          <TradeOffChart tradeOff={tradeOff} />
        </Suspense>
      </div>
      <details className="text-12">
        <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
          Numbers<span className="sr-only"> of gain against harm</span>
        </summary>
        <NumbersTable
          caption={sentence}
          columns={["Test group", gain.name, "Interval", harm.name, "Interval "]}
          rows={points.map((point) => [
            point.group,
            changeText(point.gain),
            intervalText(point.gain),
            changeText(point.harm),
            intervalText(point.harm),
          ])}
        />
      </details>
    </figure>
  );
}
