// The time selected in the chart with its number of events, and buttons to zoom in or to clear the selection.
import { Button } from "#console/foundation/ui/button.tsx";
import { spanLabel } from "#console/features/events/sentence/span-label.ts";
import { agree, formatCount } from "#console/foundation/ui/wording.ts";
import { timeClass } from "#console/features/events/rows/logged-events-table.tsx";
import type { TimeSpan } from "#console/features/events/sentence/question.ts";

interface ChosenTimeProps {
  time: TimeSpan;
  /** Undefined until the events are counted. */
  events: number | undefined;
  onZoom: () => void;
  onClear: () => void;
}

export const ChosenTime = ({ time, events, onZoom, onClear }: ChosenTimeProps) => (
  <div className={`flex flex-wrap items-center gap-x-2 ${timeClass}`}>
    <p className="text-pretty max-tablet:flex-1">{spanLabel(time)}</p>
    <Button size="small" onClick={onZoom} className="ml-2">
      Zoom in
    </Button>
    <Button size="small" variant="quiet" onClick={onClear}>
      Clear
    </Button>
    {/* Last in the row, so that the count moves nothing when it arrives. */}
    <p role="status" className="min-h-5 max-tablet:w-full">
      {events === undefined ? null : (
        <>
          <b className="figures font-strong text-text">{formatCount(events)}</b>{" "}
          {agree(events, "event", "events")}
        </>
      )}
    </p>
  </div>
);
