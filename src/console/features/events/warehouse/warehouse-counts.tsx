// The number of events and units in the warehouse for a question, and their chart over time.
import { useMemo, useState } from "react";
import type { EventCounts } from "#contract/event-answers.ts";
import type { WarehouseEventCounts } from "#contract/warehouse-events.ts";
import type { TimeSpan } from "#console/features/events/sentence/question.ts";
import { ChosenTime } from "#console/features/events/chart/chosen-time.tsx";
import { CountLine } from "#console/features/events/chart/count-line.tsx";
import { DrawnCounts } from "#console/features/events/chart/event-chart.tsx";

type Counts = NonNullable<WarehouseEventCounts["answer"]>;

/** Converts the counts to the form of the log's chart. */
function chartOf({ from, to, width, times, ...told }: Counts, isOfUnits: boolean): EventCounts {
  const [total, counts] = isOfUnits ? [told.units, told.unitsByBin] : [told.events, told.eventsByBin];
  const series = [{ kind: "all", value: null, total, counts, totalBefore: null, before: null }];
  return { from, to, width, times, measure: isOfUnits ? "units" : "events", series };
}

interface WarehouseCountsProps {
  counts: Counts;
  isOfUnits: boolean;
  onMeasure: (measure: "units" | "events" | undefined) => void;
  onZoom: (time: TimeSpan) => void;
}

export function WarehouseCounts({ counts, isOfUnits, onMeasure, onZoom }: WarehouseCountsProps) {
  const { events, unitType } = counts;
  const drawn = useMemo(() => chartOf(counts, isOfUnits), [counts, isOfUnits]);
  // Rows of a selected time would need another query to the warehouse, so they are read only on zooming in.
  const [chosen, setChosen] = useState<TimeSpan>();
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
        <>
          <DrawnCounts
            counts={drawn}
            measure={isOfUnits ? "Users" : "Events"}
            chosen={chosen}
            onChoose={setChosen}
          />
          {chosen ? (
            <ChosenTime
              time={chosen}
              events={undefined}
              onZoom={() => onZoom(chosen)}
              onClear={() => setChosen(undefined)}
            />
          ) : null}
        </>
      )}
    </>
  );
}
