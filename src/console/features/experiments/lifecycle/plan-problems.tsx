// The problems that keep an experiment from starting, each with a link to its field in the plan.
import { Link } from "@tanstack/react-router";
import type { Problem } from "#contract/api-error.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { agree } from "#console/foundation/ui/wording.ts";

const labels: Readonly<Record<string, string>> = {
  groups: "Groups",
  controlGroupID: "Control",
  primaryMetrics: "Primary metrics",
  secondaryMetrics: "Secondary metrics",
  allocation: "Allocation",
  idType: "Unit",
  targetingGateID: "Targeting gate",
  inlineTargetingRulesJSON: "Inline targeting",
  layerID: "Layer",
};

/** Label of the field; for an unknown field the server's name. */
const labelOf = ({ property }: Problem) => labels[property.split(".")[0] ?? ""] ?? property;

export function PlanProblems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="danger" title={`${agree(problems.length, "This keeps", "These keep")} it from starting`}>
      <ul className="grid gap-1">
        {problems.map((problem) => {
          return (
            <li key={`${problem.property} ${problem.errorMessage}`}>
              <Link
                from="/$company/experiments/$id"
                to="/$company/experiments/$id"
                search={{ tab: "plan" }}
                hash={planFieldID(problem.property)}
                className="link underline underline-offset-2"
              >
                {labelOf(problem)}
              </Link>
              : {problem.errorMessage}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
