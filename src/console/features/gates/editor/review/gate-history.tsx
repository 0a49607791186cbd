import { useSuspenseQuery } from "@tanstack/react-query";
import type { Gate } from "#contract/gate.ts";
import { query } from "#console/foundation/api/query.ts";
import { VersionHistory, type HistoryView } from "#console/editing/session/version-history.tsx";
import { gateChanges, gateText } from "#console/features/gates/draft/gate-changes.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";

interface GateHistoryProps extends HistoryView<Gate> {
  id: string;
  nameOf: NameOf;
}

/** The newest hundred versions of a gate. */
export function GateHistory({ id, nameOf, ...view }: GateHistoryProps) {
  const { data: versions } = useSuspenseQuery(query("listGateVersions", { id })).data;
  return (
    <VersionHistory
      versions={versions}
      changesOf={(before, after) => gateChanges(before, after, nameOf)}
      textOf={gateText}
      {...view}
    />
  );
}
