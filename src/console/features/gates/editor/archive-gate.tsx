import { useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/query.ts";
import { ReasonField, reasonFieldID } from "#console/editing/review/reason-field.tsx";
import { ImpactNotice } from "#console/features/gates/dependencies/impact/impact-notice.tsx";
import { blockedByImpact, useImpact } from "#console/features/gates/dependencies/impact/use-impact.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";

/** Asks before a gate is archived, and once more by name where something in use refers to it. */
export function ArchiveGate({ gate, onClose }: { gate: Gate; onClose: () => void }) {
  const archive = useSave("archiveGate");
  const toast = useToast();
  const archived = useMemo(() => ({ ...gate, status: "Archived", isEnabled: false }), [gate]);
  const impact = useImpact(gate, archived);
  const [reason, setReason] = useState("");
  const problems = problemsOfFailure(archive.error);
  const referrers = problems.find(({ property }) => property === "forceArchive")?.errorMessage;
  const submit = (forceArchive: boolean) =>
    archive.mutate(
      {
        id: gate.id,
        body: { forceArchive, ...(reason.trim() ? { changeReason: reason.trim() } : {}) },
        basedOn: gate.version,
      },
      {
        onSuccess: () => {
          toast(`${gate.name} is archived`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title={`Archive ${gate.name}`}
      description="It is disabled, so that nobody passes. It leaves the lists, and cannot be changed until it is unarchived."
      width={480}
      asks
      cancelLabel="Keep as it is"
      action={{
        label: referrers === undefined ? "Archive the gate" : "Archive it nevertheless",
        onClick: () => submit(referrers !== undefined),
        refusal: archive.isPending
          ? "The service is being asked."
          : blockedByImpact(impact, reason, "it is archived"),
        field: reasonFieldID,
        isDanger: true,
      }}
    >
      <div className="grid gap-4 pt-3 empty:hidden">
        <ImpactNotice known={impact} />
        <ReasonField
          isNeeded={impact.needsReason}
          value={reason}
          error={problems.find(({ property }) => property === "changeReason")?.errorMessage}
          onChange={setReason}
        />
        {referrers === undefined ? null : (
          <Notice tone="warning" title="Something in use asks about this gate">
            {/* The service says in its last words how to force it; here that is a button. */}
            <p>{referrers.split(";")[0]}. For all that ask, nobody passes.</p>
          </Notice>
        )}
        {archive.error && referrers === undefined ? (
          <SaveFailure error={archive.error} reassurance="Nothing was changed." />
        ) : null}
      </div>
    </Dialog>
  );
}
