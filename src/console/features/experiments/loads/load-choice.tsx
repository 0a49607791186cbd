// Confirms a load: full or incremental, and how much it would read compared with the limit.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LoadEstimate, PulseLoadState } from "#contract/pulse-load.ts";
import { call } from "#console/foundation/api/call.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { bytesText } from "#console/foundation/ui/byte-format.ts";
import { plural } from "#console/foundation/ui/wording.ts";

export type Refresh = "full" | "incremental";

function estimateText({ bytes, statements, limitBytes }: LoadEstimate): string {
  const limit = `a statement may read ${bytesText(limitBytes)}`;
  if (bytes === null)
    return `${plural(statements, "statement")}. The engine does not say beforehand how much they would read; ${limit}.`;
  return `About ${bytesText(bytes)} would be read in ${plural(statements, "statement")}; ${limit}.`;
}

interface LoadChoiceProps {
  experimentID: string;
  state: PulseLoadState;
  /** Closes the panel at once, so that the layout shifts with the click and not with the response. */
  begin: (refresh: Refresh) => void;
  close: () => void;
}

export function LoadChoice({ experimentID: id, state, begin, close }: LoadChoiceProps) {
  const [wanted, setWanted] = useState<Refresh>("incremental");
  const refresh: Refresh = state.onlyFull ? "full" : wanted;
  const estimate = useQuery({
    queryKey: ["estimate of a load", id, refresh],
    queryFn: ({ signal }) => call("loadPulse", { id, body: { refresh }, dryRun: true }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const found = estimate.data?.data.estimate;
  const { error } = estimate;
  // For 400 and 409 the server's message says what is missing; other errors are unexpected failures.
  const isMissing = error instanceof ApiFailure && [400, 409].includes(error.status);
  const refused = found?.refusal ?? (isMissing ? error.message : undefined);
  return (
    <div role="group" aria-label="Load now" className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {state.onlyFull ? (
          <span className="font-medium">Full load</span>
        ) : (
          <Segment
            label="Kind of load"
            value={refresh}
            onChange={setWanted}
            options={[
              { value: "incremental", label: "Incremental" },
              { value: "full", label: "Full" },
            ]}
          />
        )}
        <span className="text-text-muted">
          {state.onlyFull ??
            (refresh === "full"
              ? "Everything is read again."
              : "Only days that are new or changed are read.")}{" "}
          The load goes on when you leave the page.
        </span>
      </div>
      <p role="status" className={`min-h-5 ${refused ? "font-medium text-danger" : ""}`}>
        {refused ??
          (found
            ? estimateText(found)
            : estimate.isPending
              ? "Asking the warehouse what would be read …"
              : "")}
      </p>
      {error && !isMissing ? <SaveFailure error={error} reassurance="Nothing was loaded." /> : null}
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabledReason={
            refused || error
              ? "It would be refused"
              : estimate.isPending
                ? "The estimate comes first"
                : undefined
          }
          reasonAt="page"
          onClick={() => begin(refresh)}
        >
          {refresh === "full" ? "Load everything" : "Load what is new"}
        </Button>
        <Button variant="quiet" onClick={close}>
          Not now
        </Button>
      </div>
    </div>
  );
}
