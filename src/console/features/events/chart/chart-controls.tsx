// How the chart is drawn: events or users, split by a field, beside the period before.
import { Picker } from "#console/foundation/forms/select.tsx";
import type { ChartView } from "./event-chart.tsx";

interface ChartControlsProps {
  view: ChartView;
  /** In the words of a filter. */
  fields: readonly string[];
  /** There is a period before. */
  hasBegin: boolean;
  onView: (view: ChartView) => void;
}

export function ChartControls({ view, fields, hasBegin, onView }: ChartControlsProps) {
  const { split = "", measure = "events", compare = false } = view;
  const splits = ["", ...new Set(["name", "source", ...fields, ...(split ? [split] : [])])];
  return (
    <div className="flex flex-wrap gap-2">
      <Picker
        label="Count"
        value={measure}
        options={[
          { value: "events", label: "events" },
          { value: "units", label: "users" },
        ]}
        onChange={(next) => onView({ measure: next === "units" ? "units" : undefined })}
      />
      <Picker
        label="Split by"
        value={split}
        options={splits.map((value) => ({ value, label: value || "nothing" }))}
        onChange={(next) => onView({ split: next || undefined })}
      />
      {hasBegin ? (
        <Picker
          label="Against"
          value={compare ? "before" : ""}
          options={[
            { value: "", label: "nothing" },
            { value: "before", label: "the period before" },
          ]}
          onChange={(next) => onView({ compare: next === "before" || undefined })}
        />
      ) : null}
    </div>
  );
}
