// The comparison with the previous period, in words.
import type { EventCounts } from "#contract/event-answers.ts";
import { spanText } from "#console/foundation/ui/instant-format.ts";
import { changeText, mainChange, unloggedBefore } from "./chart-model.ts";

export function ComparedLine({ counts }: { counts: EventCounts }) {
  const { series, from, to, width } = counts;
  const change = series[0] && changeText(series[0]);
  const main = mainChange(counts);
  const unlogged = unloggedBefore(counts);
  if (change === undefined) return null;
  if (series[0]?.totalBefore === 0)
    return <p className="text-warning">Nothing was logged in the {spanText(to - from)} before.</p>;
  return (
    <p>
      <b className="figures font-medium text-text">{change}</b> against the {spanText(to - from)} before
      {unlogged > 0 ? (
        <span className="text-warning">, in whose first {spanText(unlogged * width)} nothing was logged</span>
      ) : main ? (
        <>
          . {main.part} of the {main.change} is <b className="font-medium text-text">{main.name}</b>
        </>
      ) : null}
    </p>
  );
}
