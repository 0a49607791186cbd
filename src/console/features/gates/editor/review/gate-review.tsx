import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import type { Accepted } from "#console/editing/session/entity-adapter.ts";
import { DraftReview } from "#console/editing/review/draft-review.tsx";
import type { GateEdit } from "#console/features/gates/draft/gate-adapter.ts";
import type { GateRequest } from "#console/features/gates/draft/gate-request.ts";
import { PercentChange } from "#console/rules/fields/percent-change.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { sentRequest } from "./request-summary.ts";

interface GateReviewProps {
  edit: GateEdit;
  accepted: Accepted<Gate, GateRequest>;
  isReasonNeeded: boolean;
  /** The impact of the change. */
  children: ReactNode;
}

/** For each rule whose percentage changes, a bar of the users who keep, gain or lose it. */
function PercentChanges({ before, after }: { before: Gate; after: Gate }) {
  const old = new Map(before.rules.map((rule) => [baseIDOf(rule), rule.passPercentage]));
  const moved = after.rules.flatMap((rule) => {
    const was = old.get(baseIDOf(rule));
    return was === undefined || was === rule.passPercentage ? [] : [{ rule, was }];
  });
  if (moved.length === 0) return null;
  return (
    <>
      <SectionHead title="Of the users that fit" note="The same user gets the same answer every time." />
      <ul className="grid max-w-xl gap-4">
        {moved.map(({ rule, was }) => (
          <li key={rule.id}>
            <p className="pb-1.5 font-medium break-words">{rule.name}</p>
            <PercentChange was={was} now={rule.passPercentage} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function GateReview({ edit, accepted, isReasonNeeded, children }: GateReviewProps) {
  const { stored } = edit;
  const { body, entity } = accepted;
  return (
    <DraftReview
      edit={edit}
      accepted={accepted}
      more={<PercentChanges before={stored} after={entity} />}
      sent={sentRequest(stored.id, edit.withReason(body))}
      isReasonNeeded={isReasonNeeded}
    >
      {children}
    </DraftReview>
  );
}
