// How many events and units the warehouse has of a question, and when.
import type { EventCounts } from "#contract/event-answers.ts";
import type { WarehouseEventCounts } from "#contract/warehouse-events.ts";
import { CountLine } from "#console/features/events/chart/count-line.tsx";
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
  onMeasure: (measure: "units" | "events" | undefined) => void;
  /** Both in ms. */
  onZoom: (from: number, to: number) => void;
}

export function WarehouseCounts({ counts, isOfUnits, onMeasure, onZoom }: WarehouseCountsProps) {
  const { events, unitType } = counts;
  const drawn = chartOf(counts, isOfUnits);
  return (
    <>
      <CountLine
        total={counts}
        unitType={unitType}
        measure={isOfUnits ? "units" : undefined}
        counts={drawn}
        onMeasure={onMeasure}
      />
      {events === 0 ? null : (
        <DrawnCounts counts={drawn} measure={isOfUnits ? "Users" : "Events"} onZoom={onZoom} />
      )}
    </>
  );
}
