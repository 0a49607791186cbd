// The back-test of a draft: the users of recent events, judged by the stored gate and by the draft. Nothing is sent anywhere.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import type { Sides } from "#targeting/backtest/changed-sides.ts";
import { plural } from "#console/features/gates/dependencies/model/thing-words.ts";
import { referencedAttributes } from "#console/rules/evaluate-user/referenced-attributes.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { readAskedGates } from "./asked-gates.ts";
import { ChangedUsers } from "./changed-users.tsx";
import { judgedUsers, untoldOf, type JudgedUser } from "./event-users.ts";
import { NotJudged } from "./not-judged.tsx";
import type { RecentUsers } from "./recent-users.ts";
import { SidesBar } from "./sides-bar.tsx";
import { useRecentUsers } from "./use-recent-users.ts";
import { useSides, type Comparison } from "./use-sides.ts";

interface WhoChangesSideProps {
  stored: Gate;
  /** The gate as it would be. */
  draft: Gate;
}

function summaryOf({ gain, lose, stayPassing, users }: Sides<JudgedUser>): string {
  if (gain + lose === 0)
    return `Nobody of them changes side: ${plural(stayPassing, "user")} of ${users} pass, as before.`;
  const parts = [...(gain > 0 ? [`${gain} gain it`] : []), ...(lose > 0 ? [`${lose} lose it`] : [])];
  return `Of ${plural(users, "user")}, ${parts.join(" and ")}.`;
}

function Result({ stored, draft, recent }: WhoChangesSideProps & { recent: RecentUsers }) {
  const [now] = useState(() => Date.now());
  const rules = useMemo(() => [...stored.rules, ...draft.rules], [stored, draft]);
  const { data: gates, error } = useQuery({
    queryKey: ["asked gates", gateIDsIn(rules)],
    queryFn: ({ signal }) => readAskedGates(rules, signal),
  });
  const asked = useMemo(
    () => (gates ? referencedAttributes({ idType: draft.idType, rules }, gates) : []),
    [gates, draft.idType, rules],
  );
  const untold = useMemo(() => untoldOf(recent.users, asked), [recent, asked]);
  const comparison = useMemo<Comparison | undefined>(
    () => gates && { stored, draft, gates, users: judgedUsers(recent.users, asked, now) },
    [stored, draft, gates, recent, asked, now],
  );
  const sides = useSides(comparison);
  if (error)
    return (
      <Notice tone="danger" title="The gates behind this one could not be read">
        {error.message}
      </Notice>
    );
  if (!sides) return <SkeletonRows rows={4} label="Judging the users" />;
  return (
    <>
      <p className="pb-3 text-15" role="status">
        {summaryOf(sides)}
      </p>
      <SidesBar sides={sides} />
      {sides.rows.length > 0 ? <ChangedUsers rows={sides.rows} gain={sides.gain} lose={sides.lose} /> : null}
      <NotJudged sides={sides} untold={untold} ruleNames={draft.rules.map(({ name }) => name)} />
    </>
  );
}

const whomText = ({ users, total }: RecentUsers) =>
  users.length < total
    ? `The newest ${plural(users.length, "user")} of recent events, of ${plural(total, "user")}.`
    : `All ${plural(users.length, "user")} of recent events.`;

export function WhoChangesSide({ stored, draft }: WhoChangesSideProps) {
  const { recent, progress, error, again } = useRecentUsers();
  return (
    <section aria-labelledby="who-changes-side">
      <SectionHead id="who-changes-side" title="Who changes side" note={recent ? whomText(recent) : null} />
      {error ? (
        <Notice
          tone="danger"
          title="The users of recent events could not be read"
          action={
            <Button size="small" onClick={again}>
              Retry
            </Button>
          }
        >
          {error.message}
        </Notice>
      ) : null}
      {!recent && !error ? (
        <>
          <p role="status" className="pb-3 text-text-muted">
            Reading the users of recent events.{" "}
            {progress ? `${progress.read} of ${progress.wanted} are there.` : null}
          </p>
          <SkeletonRows rows={4} label="Reading the users" />
        </>
      ) : null}
      {recent?.users.length === 0 ? (
        <p className="pb-4 text-text-muted">
          No event names a user yet, so there is nobody to try the draft on. “Try a user” takes one by hand.
        </p>
      ) : null}
      {recent && recent.users.length > 0 ? <Result stored={stored} draft={draft} recent={recent} /> : null}
    </section>
  );
}
