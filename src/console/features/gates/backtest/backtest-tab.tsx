// The back-test of a draft: evaluates the users of recent events by the stored gate and by the draft, entirely in the browser.
import { useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import type { BacktestResult } from "#targeting/backtest/backtest-gate.ts";
import { referencedAttributes } from "#console/rules/evaluate-user/referenced-attributes.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { ReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import { ChangedUsers } from "./changed-users.tsx";
import { evaluatedUsers, unloggedAttributes, type EvaluatedUser } from "./event-users.ts";
import { Limitations } from "./limitations.tsx";
import { useRecentUsers, type RecentUsers } from "./recent-users.ts";
import { OutcomeBar } from "./outcome-bar.tsx";
import { useBacktest, type Comparison } from "./use-backtest.ts";

interface BacktestTabProps {
  stored: Gate;
  /** The gate with the draft's changes. */
  draft: Gate;
  /** The gates that either of the two refers to. */
  referenced: ReferencedGates;
}

function summaryOf({ gain, lose, stayPassing, users }: BacktestResult<EvaluatedUser>): string {
  if (gain + lose === 0)
    return `None of them would switch: ${plural(stayPassing, "user")} of ${formatCount(users)} pass, as before.`;
  const parts = [
    ...(gain > 0 ? [`${formatCount(gain)} gain it`] : []),
    ...(lose > 0 ? [`${formatCount(lose)} lose it`] : []),
  ];
  return `Of ${plural(users, "user")}, ${parts.join(" and ")}.`;
}

function Result({ stored, draft, referenced, recent }: BacktestTabProps & { recent: RecentUsers }) {
  const [now] = useState(() => Date.now());
  const rules = useMemo(() => [...stored.rules, ...draft.rules], [stored, draft]);
  const { byID: gates, isComplete, error } = referenced;
  const attributes = useMemo(
    () => referencedAttributes({ idType: draft.idType, rules }, gates),
    [gates, draft.idType, rules],
  );
  const unreported = useMemo(() => unloggedAttributes(recent.users, attributes), [recent, attributes]);
  const comparison = useMemo<Comparison | undefined>(
    () =>
      isComplete ? { stored, draft, gates, users: evaluatedUsers(recent.users, attributes, now) } : undefined,
    [stored, draft, gates, isComplete, recent, attributes, now],
  );
  const result = useBacktest(comparison);
  // The editor already shows above that the users could not be loaded.
  if (error) return null;
  if (!result) return <SkeletonRows rows={4} label="Judging the users" />;
  return (
    <>
      <p className="pb-3 text-15" role="status">
        {summaryOf(result)}
      </p>
      <OutcomeBar result={result} />
      {result.rows.length > 0 ? (
        <ChangedUsers rows={result.rows} gain={result.gain} lose={result.lose} />
      ) : null}
      <Limitations result={result} unreported={unreported} ruleNames={draft.rules.map(({ name }) => name)} />
    </>
  );
}

const usersText = ({ users, total }: RecentUsers) =>
  users.length < total
    ? `The newest ${plural(users.length, "user")} of recent events, of ${plural(total, "user")}.`
    : `All ${plural(users.length, "user")} of recent events.`;

export function BacktestTab(props: BacktestTabProps) {
  const { recent, progress, error, again } = useRecentUsers();
  return (
    <section aria-labelledby="backtest">
      <SectionHead
        id="backtest"
        title="Back-test"
        note="Who would switch between pass and fail if this draft were saved."
      />
      {error ? (
        <FailureNotice error={error} title="The users of recent events could not be read" retry={again} />
      ) : null}
      {!recent && !error ? (
        <>
          <p role="status" className="pb-3 text-text-muted">
            {progress
              ? `Reading the users of recent events: ${progress.read} of ${progress.wanted}.`
              : "Reading the users of recent events."}
          </p>
          <SkeletonRows rows={4} label="Reading the users" />
        </>
      ) : null}
      {recent?.users.length === 0 ? (
        <p className="pb-4 text-text-muted">
          No event names a user yet, so there is nobody to try the draft on. “Test a user” takes one by hand.
        </p>
      ) : null}
      {recent && recent.users.length > 0 ? (
        <>
          <p className="pb-3 text-text-muted">{usersText(recent)}</p>
          <Result {...props} recent={recent} />
        </>
      ) : null}
    </section>
  );
}
