import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { ArchiveDialog } from "#console/editing/session/archive-dialog.tsx";
import { ImpactNotice } from "#console/features/gates/dependencies/impact/impact-notice.tsx";
import { blockedByImpact, useImpact } from "#console/features/gates/dependencies/impact/use-impact.ts";

/** Asks before the gate is archived, and shows the impact of nobody passing it any more. */
export function ArchiveGate({ gate, onClose }: { gate: Gate; onClose: () => void }) {
  const archived = useMemo(() => ({ ...gate, status: "Archived", isEnabled: false }), [gate]);
  const impact = useImpact(gate, archived);
  return (
    <ArchiveDialog
      entity={gate}
      noun="gate"
      onClose={onClose}
      isReasonNeeded={impact.needsReason}
      blockedBy={(reason) => blockedByImpact(impact, reason, "it is archived")}
    >
      <ImpactNotice known={impact} />
    </ArchiveDialog>
  );
}
