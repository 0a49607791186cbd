// The review of a draft: compares what the service would store with what is stored now. The review itself stores nothing.
import type { ReactNode } from "react";
import { countChanges } from "#console/editing/diff-merge/changes.ts";
import { ChangesTable } from "#console/editing/diff-merge/changes-table.tsx";
import type { Accepted, Editable, EditedDraft } from "#console/editing/session/entity-adapter.ts";
import { storedOtherwise } from "#console/editing/session/stored-otherwise.ts";
import type { DraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import { ChangesAsText } from "./changes-as-text.tsx";
import {
  dryRunCheck,
  productionCheck,
  ReviewChecks,
  versionCheck,
  type Check,
  type SentRequest,
} from "./review-checks.tsx";

interface DraftReviewProps<Entity extends Editable, Draft extends EditedDraft, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
  accepted: Accepted<Entity, Body>;
  /** Notices shown above the changes, which the user reads or confirms first. */
  children: ReactNode;
  /** Details about the changes that the table does not show. */
  more?: ReactNode;
  sent: SentRequest;
  /** Checks by the service in addition to the dry run of the whole request. */
  checks?: readonly Check[];
  isReasonNeeded?: boolean;
  /** A sentence that tells how to undo the save; by default it refers to the history. */
  undo?: string | undefined;
}

export function DraftReview<Entity extends Editable, Draft extends EditedDraft, Body>({
  edit,
  accepted,
  children,
  more,
  sent,
  checks = [],
  isReasonNeeded,
  undo = "History keeps the present version. Restoring it is one save.",
}: DraftReviewProps<Entity, Draft, Body>) {
  const { kind, stored, nameOf, problems, reviewed: changes } = edit;
  const { requested, entity } = accepted;
  if (!changes) return null;
  const otherwise = storedOtherwise(kind, requested, entity, nameOf);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_288px] desk:gap-8">
      <div className="min-w-0 pb-6">
        {children}
        <div className="max-w-3xl pt-4">
          <ReasonField
            isNeeded={isReasonNeeded}
            value={edit.reason}
            error={problems.find(({ property }) => property === "changeReason")?.errorMessage}
            onChange={edit.giveReason}
          />
        </div>
        {otherwise.length > 0 ? (
          <div className="pt-4">
            <Notice tone="warning" title="The service would store something else than what you sent">
              <ChangesTable
                caption="Sent, and what would be stored"
                audiences={otherwise}
                before="You sent"
                after="Would be stored"
              />
            </Notice>
          </div>
        ) : null}
        <SectionHead title="What changes, and for whom" />
        {countChanges(changes) === 0 ? (
          <p className="text-text-muted">The service would store exactly what is stored now.</p>
        ) : (
          <ChangesTable caption="What changes, and for whom" {...changes} />
        )}
        {more}
        <ChangesAsText before={kind.textOf(stored)} after={kind.textOf(entity)} />
      </div>
      <ReviewChecks
        checks={[
          dryRunCheck(accepted),
          ...checks,
          versionCheck(stored),
          productionCheck(changes.environments),
        ]}
        sent={sent}
        rules={entity.rules}
        nameOf={nameOf}
        undo={undo}
      />
    </div>
  );
}
