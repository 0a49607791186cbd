// The review of a draft: what the service would store, against what is stored now. Nothing is stored here.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import { gateIDsIn } from "#targeting/references.ts";
import { apiKeyHeader } from "#console/api/connection.ts";
import { countChanges, type Changes } from "#console/changes/changes.ts";
import { ChangesTable } from "#console/changes/changes-table.tsx";
import { CodeDiff } from "#console/code/code-diff.tsx";
import type { Accepted } from "#console/draft-edit/edit-state.ts";
import { ReviewChecks, type Check } from "#console/draft-edit/review-checks.tsx";
import { gateChanges, gateText } from "#console/gate-draft/gate-changes.ts";
import type { GateRequest } from "#console/gate-draft/gate-request.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { PercentChange } from "#console/rules/percent-change.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { formatDateTime, formatTime } from "#console/ui/time-format.ts";
import { askedGate } from "./asked-gate.ts";
import { curlOfRequest, fieldsOfRequest } from "./told-request.ts";

interface GateReviewProps {
  stored: Gate;
  accepted: Accepted<Gate, GateRequest>;
  nameOf: NameOf;
  /** What the change reaches, and what is asked about it. */
  children: ReactNode;
}

const reachesProduction = ({ isEnabled, rules }: Gate) =>
  isEnabled && rules.some(({ environments }) => !environments || environments.includes("production"));

function checksOf({ stored, accepted }: GateReviewProps, count: number): Check[] {
  const { entity, time, took } = accepted;
  const saved = stored.lastModifiedTime ? ` of ${formatDateTime(stored.lastModifiedTime)}` : "";
  return [
    {
      isFine: true,
      title: "Dry run accepted",
      note: `The service checked everything and stored nothing. ${formatTime(time)}, ${took} ms.`,
    },
    stored.version
      ? {
          isFine: true,
          title: "Nobody saved in between",
          note: `You started from version ${stored.version}${saved}.`,
        }
      : {
          isFine: false,
          title: "A save in between would go unnoticed",
          note: "This service tells no version to compare with.",
        },
    ...(count > 0 && (reachesProduction(stored) || reachesProduction(entity))
      ? [{ isFine: false, title: "Reaches production", note: "The changes apply right after saving." }]
      : []),
  ];
}

/** The gates that the rules ask about, with the numbers of those rules, from 1. */
function gatesOf({ rules }: Gate): Map<string, number[]> {
  const gates = new Map<string, number[]>();
  rules.forEach((rule, index) => {
    for (const id of new Set(gateIDsIn([rule]))) gates.set(id, [...(gates.get(id) ?? []), index + 1]);
  });
  return gates;
}

/** How the users of each rule whose percentage changes are parted. */
function PercentChanges({ before, after }: { before: Gate; after: Gate }) {
  const old = new Map(before.rules.map((rule) => [baseIDOf(rule), rule.passPercentage]));
  const moved = after.rules.flatMap((rule) => {
    const was = old.get(baseIDOf(rule));
    return was === undefined || was === rule.passPercentage ? [] : [{ rule, was }];
  });
  if (moved.length === 0) return null;
  return (
    <>
      <SectionHead title="Of the users that fit" note="The same user falls on the same side every time." />
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

const Otherwise = ({ changes }: { changes: Changes }) =>
  changes.audiences.length === 0 ? null : (
    <div className="pt-4">
      <Notice tone="warning" title="The service would store something else than what you sent">
        <ChangesTable
          caption="Sent, and what would be stored"
          changes={{ ...changes, unchanged: [] }}
          before="You sent"
          after="Would be stored"
        />
      </Notice>
    </div>
  );

export function GateReview(props: GateReviewProps) {
  const { stored, accepted, nameOf, children } = props;
  const { data: header = "SERVICE-API-KEY" } = useQuery({
    queryKey: ["apiKeyHeader"],
    queryFn: apiKeyHeader,
    staleTime: Infinity,
  });
  const changes = gateChanges(stored, accepted.entity, nameOf);
  const count = countChanges(changes);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_288px] desk:gap-8">
      <div className="min-w-0 pb-6">
        {children}
        <Otherwise
          changes={gateChanges(askedGate(accepted.body, stored, accepted.entity), accepted.entity, nameOf)}
        />
        <SectionHead title="What changes, and for whom" note="Nothing is stored until you save." />
        {count === 0 ? (
          <p className="text-text-muted">The service would store exactly what is stored now.</p>
        ) : (
          <ChangesTable caption="What changes, and for whom" changes={changes} />
        )}
        <PercentChanges before={stored} after={accepted.entity} />
        <SectionHead title="As text" />
        <CodeDiff label="Changes as text" before={gateText(stored)} after={gateText(accepted.entity)} />
      </div>
      <ReviewChecks
        checks={checksOf(props, count)}
        sentNote="Only what changed is sent; everything else stays as it is stored."
        fields={fieldsOfRequest(accepted.body)}
        keptFrom={undefined}
        curl={curlOfRequest(stored.id, accepted.body, header)}
        gates={gatesOf(accepted.entity)}
        nameOf={nameOf}
      />
    </div>
  );
}
