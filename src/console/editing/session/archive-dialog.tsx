import { useState, type ReactNode } from "react";
import { ReasonField, reasonFieldID } from "./reason-field.tsx";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import type { Editable } from "./edited-kind.ts";

/** The endpoints of the archive, and what an archived entity is and does. */
export const archiveWords = {
  gate: {
    archive: "archiveGate",
    unarchive: "unarchiveGate",
    effect: "nobody passes",
  },
  config: {
    archive: "archiveDynamicConfig",
    unarchive: "unarchiveDynamicConfig",
    effect: "clients get its default value",
  },
} as const;

interface ArchiveDialogProps {
  entity: Pick<Editable, "id" | "name" | "status" | "version">;
  noun: keyof typeof archiveWords;
  onClose: () => void;
  /** The impact on others. */
  children?: ReactNode;
  isReasonNeeded?: boolean;
  /** Why it is not possible yet. */
  blockedBy?: (reason: string) => string | undefined;
}

/** Asks before something goes into the archive or comes out of it, and once more by name where something in use refers to it. */
export function ArchiveDialog({ entity, noun, onClose, children, ...given }: ArchiveDialogProps) {
  const { id, name = id, version = null, status } = entity;
  const { effect, ...endpoints } = archiveWords[noun];
  const [reason, setReason] = useState("");
  const [isArchived] = useState(status === "Archived");
  const archive = useSave(endpoints.archive);
  const unarchive = useSave(endpoints.unarchive);
  const { error, isPending } = isArchived ? unarchive : archive;
  const toast = useToast();
  const problems = problemsOfFailure(error);
  const referrers = problems.find(({ property }) => property === "forceArchive")?.errorMessage;
  const submit = () => {
    if (isPending) return undefined;
    const changeReason = reason.trim() ? { changeReason: reason.trim() } : {};
    const onSuccess = () => {
      toast(isArchived ? `${name} is out of the archive` : `${name} is archived`);
      onClose();
    };
    if (isArchived) return unarchive.mutate({ id, body: changeReason, basedOn: version }, { onSuccess });
    const body = { forceArchive: referrers !== undefined, ...changeReason };
    return archive.mutate({ id, body, basedOn: version }, { onSuccess });
  };
  const verb = isArchived ? "Unarchive" : "Archive";
  return (
    <Dialog
      onClose={onClose}
      title={`${verb} ${name}`}
      description={
        isArchived
          ? `It comes back to the lists and can be changed again. It is still disabled.`
          : `It is disabled, so that ${effect}. It leaves the lists, and cannot be changed until it is unarchived.`
      }
      width={480}
      asks
      cancelLabel="Keep as it is"
      action={{
        label: referrers === undefined ? `${verb} the ${noun}` : "Archive it nevertheless",
        onClick: submit,
        refusal: given.blockedBy?.(reason),
        field: reasonFieldID,
        isDanger: !isArchived,
      }}
    >
      <div className="grid gap-4 pt-3">
        {children}
        <ReasonField
          isNeeded={given.isReasonNeeded}
          value={reason}
          error={problems.find(({ property }) => property === "changeReason")?.errorMessage}
          onChange={setReason}
        />
        {referrers === undefined ? null : (
          <Notice tone="warning" title={`Something in use asks about this ${noun}`}>
            {/* The service says in its last words how to force it; here that is a button. */}
            <p>{referrers.split(";")[0]}. For all that ask, nobody passes.</p>
          </Notice>
        )}
        {error && referrers === undefined ? (
          <SaveFailure error={error} reassurance="Nothing was changed." />
        ) : null}
      </div>
    </Dialog>
  );
}
