// A field to choose one of all gates by name or id.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { query } from "#console/foundation/api/query.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { gateStateText } from "#console/foundation/ui/entity-state.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

export function GateChoice({ onChoose }: { onChoose: (gate: Gate) => void }) {
  const [named, setNamed] = useState("");
  const { data, error, refetch } = useQuery(
    query("listGates", { limit: 8, page: 1, ...(named && { named }) }),
  );
  const gates = data?.data.filter(({ status }) => status !== "Archived");
  return (
    <>
      <div className="py-3">
        <SearchField label="Find a gate" value={named} onChange={setNamed} />
      </div>
      {error ? (
        <FailureNotice error={error} title="The gates could not be read" retry={() => void refetch()} />
      ) : !gates ? (
        <SkeletonRows rows={4} label="Loading the gates" />
      ) : gates.length === 0 ? (
        <p className="text-text-muted">{named ? "No gate has this name or id." : "There is no gate yet."}</p>
      ) : (
        <ul aria-label="Gates">
          {gates.map((gate) => (
            <li key={gate.id} className="border-t border-border">
              <button
                type="button"
                onClick={() => onChoose(gate)}
                className="flex min-h-9 w-full items-center justify-between gap-3 rounded-small px-2 text-left hover:bg-surface-hover pointer-coarse:min-h-11"
              >
                <span className="min-w-0 truncate font-medium">{gate.name}</span>
                <span className="shrink-0 text-text-muted">{gateStateText(gate)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
