// How many events and units the warehouse has of a question, and when.
import type { EventCounts } from "#contract/event-answers.ts";
import type { WarehouseEventCounts } from "#contract/warehouse-events.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { agree, formatCount, plural } from "#console/foundation/ui/wording.ts";
import { DrawnCounts } from "#console/features/events/chart/event-chart.tsx";

type Counts = NonNullable<WarehouseEventCounts["answer"]>;

/** As the chart of the log has them. */
function chartOf({ from, to, width, times, ...told }: Counts, isOfUnits: boolean): EventCounts {
  const [total, counts] = isOfUnits ? [told.units, told.unitsByBin] : [told.events, told.eventsByBin];
  const series = [{ kind: "all", value: null, total, counts, totalBefore: null, before: null }];
  return { from, to, width, times, measure: isOfUnits ? "units" : "events", series };
}

interface WarehouseCountsProps {
  counts: Counts;
  isOfUnits: boolean;
  onMeasure: (measure: "units" | undefined) => void;
  /** Both in ms. */
  onZoom: (from: number, to: number) => void;
}

export function WarehouseCounts({ counts, isOfUnits, onMeasure, onZoom }: WarehouseCountsProps) {
  const { events, units, unitType } = counts;
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 py-2">
        <p className="mr-auto flex h-8 items-baseline gap-2 leading-8 text-text-muted max-tablet:w-full">
          <b className="figures text-24 text-text">{formatCount(events)}</b>
          {agree(events, "event", "events")} of{" "}
          {unitType === "userID" ? plural(units, "user") : `${plural(units, "unit")} by ${unitType}`}
        </p>
        <Picker
          label="Count"
          value={isOfUnits ? "units" : "events"}
          options={[
            { value: "events", label: "events" },
            { value: "units", label: "users" },
          ]}
          onChange={(next) => onMeasure(next === "units" ? next : undefined)}
        />
      </div>
      {events === 0 ? null : (
        <DrawnCounts
          counts={chartOf(counts, isOfUnits)}
          measure={isOfUnits ? "Users" : "Events"}
          onZoom={onZoom}
        />
      )}
    </>
  );
}
