import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import { apiKeyHeader } from "#console/foundation/api/connection.ts";
import { countChanges } from "#console/editing/diff-merge/changes.ts";
import type { Accepted } from "#console/editing/session/edited-kind.ts";
import { DraftReview } from "#console/editing/review/draft-review.tsx";
import { dryRunCheck, productionCheck, versionCheck } from "#console/editing/review/dry-run-checks.ts";
import { ReviewChecks } from "#console/editing/review/review-checks.tsx";
import { gateChanges, gateText } from "#console/features/gates/draft/gate-changes.ts";
import type { GateRequest } from "#console/features/gates/draft/gate-request.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { PercentChange } from "#console/rules/fields/percent-change.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { requestedGate } from "./requested-gate.ts";
import { curlOfRequest, fieldsOfRequest } from "./request-summary.ts";

interface GateReviewProps {
  stored: Gate;
  accepted: Accepted<Gate, GateRequest>;
  nameOf: NameOf;
  /** What the change reaches, and what is asked about it. */
  children: ReactNode;
}

const isInProduction = ({ isEnabled, rules }: Gate) =>
  isEnabled && rules.some(({ environments }) => !environments || environments.includes("production"));

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

export function GateReview({ stored, accepted, nameOf, children }: GateReviewProps) {
  const { entity } = accepted;
  const { data: header = "SERVICE-API-KEY" } = useQuery({
    queryKey: ["apiKeyHeader"],
    queryFn: apiKeyHeader,
    staleTime: Infinity,
  });
  const changes = gateChanges(stored, entity, nameOf);
  const reaches = countChanges(changes) > 0 && [stored, entity].some(isInProduction);
  return (
    <DraftReview
      changes={changes}
      otherwise={gateChanges(requestedGate(accepted.body, stored, entity), entity, nameOf)}
      more={<PercentChanges before={stored} after={entity} />}
      before={gateText(stored)}
      after={gateText(entity)}
      checks={
        <ReviewChecks
          checks={[dryRunCheck(accepted), versionCheck(stored), ...(reaches ? [productionCheck] : [])]}
          sentNote="Only what changed is sent; everything else stays as it is stored."
          fields={fieldsOfRequest(accepted.body)}
          keptFrom={undefined}
          curl={curlOfRequest(stored.id, accepted.body, header)}
          rules={entity.rules}
          nameOf={nameOf}
        />
      }
    >
      {children}
    </DraftReview>
  );
}
