import { useSuspenseQuery } from "@tanstack/react-query";
import type { Gate } from "#contract/gate.ts";
import { query } from "#console/api/query.ts";
import { VersionHistory, type Comparison } from "#console/draft-edit/version-history.tsx";
import { gateChanges, gateText } from "#console/gate-draft/gate-changes.ts";
import type { NameOf } from "#console/rules/condition-words.ts";

interface GateHistoryProps {
  id: string;
  nameOf: NameOf;
  comparison: Comparison;
  onCompare: (comparison: Comparison) => void;
  onRestore: (version: Gate) => void;
  /** Why nothing can be restored now. */
  refusal: string | undefined;
}

/** The newest hundred versions of a gate. */
export function GateHistory({ id, nameOf, ...rest }: GateHistoryProps) {
  const { data: versions } = useSuspenseQuery(query("listGateVersions", { id })).data;
  return (
    <VersionHistory
      versions={versions}
      changesOf={(before, after) => gateChanges(before, after, nameOf)}
      textOf={gateText}
      {...rest}
    />
  );
}
