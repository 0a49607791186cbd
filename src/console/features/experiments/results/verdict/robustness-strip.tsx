import { IntervalPicture } from "#console/foundation/charts/interval-mark.tsx";
import { intervalDomain } from "#console/foundation/charts/interval-domain.ts";
import { formatTick } from "#console/features/experiments/results/model/format-result.ts";
import { changeText, intervalText } from "#console/features/experiments/results/model/reading.ts";
import type { Robustness, RobustnessItem } from "#console/features/experiments/results/model/robustness.ts";
import { ResultMark } from "#console/foundation/ui/result-mark.tsx";

const tones = { better: "text-positive", worse: "text-negative", inconclusive: "" };

/** Width of a plot in px, so that two fit side by side on a 390 px phone. */
const plotWidth = 168;

/** One comparison: the interval of each analysis, on a common scale. */
export function RobustnessStrip({ row, items: all, holds, sentence }: Robustness) {
  const [first] = all;
  if (!first) return null;
  const isInsteadOfPercent = first.scale === "absolute" && row.metric.percentChange !== undefined;
  // The level in force is already drawn as "As analysed".
  const items = all.filter((item) => item === first || !isSame(item, first));
  const domain = intervalDomain(
    items.flatMap(({ value, margin }) => (value === undefined ? [] : [{ value, delta: margin }])),
  );
  const axis = domain.map((end) => formatTick(end, first.unit)).join(" to ");
  return (
    <figure aria-label={`${row.metric.metricName}, ${row.group}, analysed in other ways`} className="pb-4">
      <figcaption className="figures mb-3 max-w-4xl text-12 text-text-muted">
        <b className="font-medium text-text">
          {row.metric.metricName}, {row.group}
        </b>
        , on an axis from {axis}. {holds ? agreement(first.result, items.length) : sentence}
        {isInsteadOfPercent
          ? " Changes are absolute here: in percent one of these intervals says otherwise or is missing."
          : ""}
      </figcaption>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-x-5 gap-y-3">
        {items.map((item) => (
          <StripItem key={item.way.label} item={item} domain={domain} />
        ))}
      </ol>
    </figure>
  );
}

/** Inconclusive in every analysis must not read like a confirmed result. */
const agreement = (result: RobustnessItem["result"], ways: number) =>
  result === "inconclusive"
    ? `Inconclusive in all ${ways} ways: the data leave open whether it changes.`
    : `All ${ways} ways agree.`;

const isSame = (a: RobustnessItem, b: RobustnessItem) =>
  a.value === b.value && a.delta === b.delta && a.whiskerDelta === b.whiskerDelta;

function StripItem({ item, domain }: { item: RobustnessItem; domain: [number, number] }) {
  const { way, result, value, delta, whiskerDelta } = item;
  if (value === undefined || delta === undefined) return null;
  return (
    <li className="min-w-0">
      <p className="text-12 text-text-muted">{way.label}</p>
      <p className="flex items-baseline gap-2">
        <b className={`figures font-strong ${result ? tones[result] : ""}`}>{changeText(item)}</b>
        {result ? <ResultMark result={result} /> : "clear"}
        <span className="sr-only">, interval {intervalText(item)}</span>
      </p>
      <IntervalPicture
        interval={{ domain, value, delta, whiskerDelta, result: result ?? "inconclusive", isSmall: true }}
        width={plotWidth}
        height={28}
        lines={[0]}
      />
    </li>
  );
}
