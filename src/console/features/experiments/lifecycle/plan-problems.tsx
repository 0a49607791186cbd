// The problems that keep an experiment from starting, each with the tab where its field stands.
import { Link } from "@tanstack/react-router";
import type { Problem } from "#contract/api-error.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { agree } from "#console/foundation/ui/wording.ts";

const places = {
  groups: { tab: "groups", label: "Groups" },
  controlGroupID: { tab: "groups", label: "Control" },
  primaryMetrics: { tab: "metrics", label: "Primary metrics" },
  secondaryMetrics: { tab: "metrics", label: "Secondary metrics" },
  targetingGateID: { tab: "setup", label: "Targeting gate" },
  inlineTargetingRulesJSON: { tab: "setup", label: "Inline targeting" },
  layerID: { tab: "setup", label: "Layer" },
} as const;

const isPlaced = (field: string): field is keyof typeof places => field in places;

/** A field that is not known is named as the service names it. */
function placeOf({ property }: Problem) {
  const field = property.split(".")[0] ?? "";
  return isPlaced(field) ? places[field] : ({ tab: "setup", label: property } as const);
}

export function PlanProblems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="danger" title={`${agree(problems.length, "This keeps", "These keep")} it from starting`}>
      <ul className="grid gap-1">
        {problems.map((problem) => {
          const { tab, label } = placeOf(problem);
          return (
            <li key={`${problem.property} ${problem.errorMessage}`}>
              <Link
                from="/$company/experiments/$id"
                to="/$company/experiments/$id"
                search={{ tab }}
                className="link underline underline-offset-2"
              >
                {label}
              </Link>
              : {problem.errorMessage}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
