// The live view of a filter's events, shown in place of the list.
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import type { StreamInput } from "./follow-stream.ts";
import { LiveRows, type RenderDetails } from "./live-rows.tsx";
import { countText, pausedEventsText, stateText } from "./live-words.ts";
import { useLiveLog } from "./use-live-log.ts";

interface LiveEventsProps {
  /** In API syntax; absent for all events. */
  filter?: Omit<StreamInput, "since">;
  /** Must be a stable function; otherwise hundreds of rows are rendered again. */
  renderDetails: RenderDetails;
}

export function LiveEvents({ filter = {}, renderDetails }: LiveEventsProps) {
  const { log, failure, pause, goOn, tryAgain } = useLiveLog(filter);
  const [opened, setOpened] = useState<string>();
  const toggle = useEvent((key: string) => {
    const isOpen = key === opened;
    setOpened(isOpen ? undefined : key);
    // Rows that arrive would push an open one away from under its reader.
    if (!isOpen && !log.isPaused) pause();
  });
  if (failure) return <FailureNotice error={failure} title="Events cannot be streamed" retry={tryAgain} />;
  const { status, isPaused, rows } = log;
  const isRunning = status === "live" && !isPaused;
  return (
    <section aria-label="Live">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1">
        <span
          aria-hidden
          className={`size-2 rounded-full ${isRunning ? "bg-ok" : "border border-border-control"}`}
        />
        {/* Only the state is announced; the counts change too often. */}
        <b role="status" className="font-medium">
          {stateText(log)}
        </b>
        {/* The key creates a new element when the state changes, whose text has another width, so that it does
            not count as moved. */}
        <span key={stateText(log)} className="figures text-text-muted">
          {isPaused ? pausedEventsText(log) : countText(log)}
        </span>
        <span className="ml-auto">
          {isPaused || status === "idle" ? (
            <Button onClick={goOn} icon={Play}>
              Go on
            </Button>
          ) : (
            <Button onClick={pause} icon={Pause}>
              Pause
            </Button>
          )}
        </span>
      </div>
      {rows.length > 0 ? (
        <LiveRows rows={rows} opened={opened} onToggle={toggle} renderDetails={renderDetails} />
      ) : (
        <p className="border-t border-border py-6 text-text-muted">
          Events stand here within a second of their arrival. The list has those of before.
        </p>
      )}
    </section>
  );
}
