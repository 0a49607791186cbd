import { useState, type ReactNode } from "react";
import { ReasonField, reasonFieldID } from "./reason-field.tsx";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import type { Editable } from "./entity-adapter.ts";

/** The archive endpoints of each kind of entity, and the effect of archiving it. */
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
  /** The impact on dependent entities. */
  children?: ReactNode;
  isReasonNeeded?: boolean;
  /** Given the typed reason, returns why archiving is not possible yet. */
  blockedBy?: (reason: string) => string | undefined;
}

/** Asks before an entity is archived or unarchived, and asks again, with the referring entities, if something in use refers to it. */
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
            {/* The end of the service's message tells how to force the request; here a button does that, so it is cut off. */}
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
