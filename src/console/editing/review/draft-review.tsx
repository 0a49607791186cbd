// The review of a draft: what the service would store, against what is stored now. Nothing is stored here.
import type { ReactNode } from "react";
import { countChanges, type Changes } from "#console/editing/diff-merge/changes.ts";
import { ChangesTable } from "#console/editing/diff-merge/changes-table.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { ChangesAsText } from "./changes-as-text.tsx";

interface DraftReviewProps {
  /** What must be known or agreed to before the changes are read. */
  children: ReactNode;
  /** From what is stored to what would be. */
  changes: Changes;
  /** From what was sent to what would be stored; no audience where it is as sent. */
  otherwise: Changes;
  /** More about the changes than the table says. */
  more?: ReactNode;
  /** What is stored, and what would be, as texts. */
  before: string;
  after: string;
  checks: ReactNode;
}

export const DraftReview = (props: DraftReviewProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_288px] desk:gap-8">
    <div className="min-w-0 pb-6">
      {props.children}
      {props.otherwise.audiences.length > 0 ? (
        <div className="pt-4">
          <Notice tone="warning" title="The service would store something else than what you sent">
            <ChangesTable
              caption="Sent, and what would be stored"
              changes={{ ...props.otherwise, unchanged: [] }}
              before="You sent"
              after="Would be stored"
            />
          </Notice>
        </div>
      ) : null}
      <SectionHead title="What changes, and for whom" />
      {countChanges(props.changes) === 0 ? (
        <p className="text-text-muted">The service would store exactly what is stored now.</p>
      ) : (
        <ChangesTable caption="What changes, and for whom" changes={props.changes} />
      )}
      {props.more}
      <ChangesAsText before={props.before} after={props.after} />
    </div>
    {props.checks}
  </div>
);
