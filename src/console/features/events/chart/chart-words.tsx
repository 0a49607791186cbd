// The part of the sentence about how the chart is drawn: split by a field, compared with the previous period.
import { spanText } from "#console/foundation/ui/instant-format.ts";
import { momentOf, type Question } from "#console/features/events/sentence/question.ts";
import { WordPicker } from "#console/features/events/sentence/word-picker.tsx";
import type { ChartView } from "./event-chart.tsx";

/** Such as "the 14 days before"; undefined if there is no previous period. */
function beforeText({ from, to }: Question): string | undefined {
  const now = Date.now();
  const first = momentOf(from, now);
  return first === undefined ? undefined : `the ${spanText((momentOf(to, now) ?? now) - first)} before`;
}

interface ChartWordsProps {
  view: ChartView;
  /** Fields that the chart can be split by, in filter syntax. */
  fields: readonly string[];
  times: Question;
  onView: (view: ChartView) => void;
}

export function ChartWords({ view, fields, times, onView }: ChartWordsProps) {
  const { split = "", compare = false } = view;
  const splits = ["", ...new Set([...fields, ...(split ? [split] : [])])];
  const before = beforeText(times);
  return (
    <>
      {split ? "split by " : ""}
      <WordPicker
        label="split by"
        add="Split"
        value={split}
        options={splits.map((value) => ({ value, label: value || "nothing" }))}
        onChange={(next) => onView({ split: next || undefined })}
      />{" "}
      {before === undefined ? null : (
        <>
          {compare ? "against " : ""}
          <WordPicker
            label="against"
            add="Compare"
            value={compare ? "before" : ""}
            options={[
              { value: "", label: "nothing" },
              { value: "before", label: before },
            ]}
            onChange={(next) => onView({ compare: next === "before" || undefined })}
          />
        </>
      )}
    </>
  );
}
