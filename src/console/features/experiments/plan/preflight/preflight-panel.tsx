// Pre-flight of the plan: each finding with advice and a link to its field, and the passed checks in one line.
import { Link } from "@tanstack/react-router";
import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { memo } from "react";
import type { ExperimentPreflight, PreflightFinding } from "#contract/experiment-preflight.ts";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { capitalise, formatCount, percentSign } from "#console/foundation/ui/wording.ts";
import { RequestFailure } from "#console/features/experiments/plan/answers/last-answer.tsx";
import { usePlanPreflight } from "#console/features/experiments/plan/answers/use-plan-answers.ts";
import type { PlanPanelProps } from "#console/features/experiments/plan/draft-plan.ts";
import { goToPlanField } from "#console/features/experiments/plan/field-id.ts";

const marks = {
  blocks: { icon: CircleAlert, className: "text-danger", label: "Blocks the start" },
  look: { icon: TriangleAlert, className: "text-warning", label: "To look at" },
  fine: { icon: Check, className: "text-ok", label: "Fine" },
} as const;

/** Summarizes the findings, such as "1 blocks, 2 to look at, 4 fine"; kinds without findings are left out. */
export function findingCounts(findings: readonly PreflightFinding[]): string {
  const count = (kind: PreflightFinding["kind"]) =>
    findings.filter((finding) => finding.kind === kind).length;
  const words = { blocks: count("blocks") === 1 ? "blocks" : "block", look: "to look at", fine: "fine" };
  const kinds = ["blocks", "look", "fine"] as const;
  return kinds.flatMap((kind) => (count(kind) > 0 ? [`${count(kind)} ${words[kind]}`] : [])).join(", ");
}

function labelOf(property: string): string {
  if (property.includes(".parameterValues.")) return "Fill in";
  return property === "layerID" ? "Set layer" : "Go there";
}

/** Link to the field to change or, if there is none, to the entity that the finding is about. */
function FindingLink({ finding: { property, entity, sentence } }: { finding: PreflightFinding }) {
  const name = <span className="sr-only">: {sentence}</span>;
  if (property !== undefined)
    return (
      <button
        type="button"
        className="link -mt-0.5 min-h-6 self-start text-left font-medium"
        onClick={() => goToPlanField(property)}
      >
        {labelOf(property)}
        {name}
      </button>
    );
  if (entity?.kind === "gate")
    return (
      <Link
        to="/$company/gates/$id"
        from="/$company"
        params={{ id: entity.id }}
        className="link -mt-0.5 min-h-6 font-medium"
      >
        Open{name}
      </Link>
    );
  if (entity?.kind === "metric")
    return (
      <Link
        to="/$company/metrics/$id"
        from="/$company"
        params={{ id: entity.id }}
        className="link -mt-0.5 min-h-6 font-medium"
      >
        Open{name}
      </Link>
    );
  if (entity?.kind === "experiment")
    return (
      <Link
        to="/$company/experiments/$id"
        from="/$company"
        params={{ id: entity.id }}
        className="link -mt-0.5 min-h-6 font-medium"
      >
        Open{name}
      </Link>
    );
  return null;
}

function Finding({ finding }: { finding: PreflightFinding }) {
  const { icon: Icon, className, label } = marks[finding.kind];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 py-1.5">
      <Icon size={14} role="img" aria-label={label} className={`mt-0.75 ${className}`} />
      <div className="min-w-0 break-words">
        <b className="font-strong">{finding.sentence}</b>
        <p className="text-12 text-text-muted">{finding.advice}</p>
      </div>
      <FindingLink finding={finding} />
    </li>
  );
}

function AaNumbers({ aa: { comparisons, days } }: Pick<ExperimentPreflight, "aa">) {
  if (comparisons.length === 0) return null;
  const change = (percent: number | undefined) =>
    percent === undefined ? "–" : `${formatNumber(percent)}${percentSign}`;
  return (
    <details className="text-12">
      <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
        A/A check in numbers
      </summary>
      <div className="max-h-60 overflow-auto" tabIndex={0} role="region" aria-label="A/A check in numbers">
        <NumbersTable
          caption={`The plan's groups over ${days} past days, in which nothing was different between them`}
          columns={["Metric, group", "Users", "Change", "p"]}
          rows={comparisons.map((one) => [
            `${one.metricName}, ${one.test}`,
            formatCount(one.controlUnits + one.testUnits),
            change(one.percentChange),
            one.pValue < 0.001 ? "< 0.001" : formatNumber(one.pValue),
          ])}
        />
      </div>
    </details>
  );
}

/** Memoized, so that it re-renders only when the findings change and not on every keystroke. */
const Findings = memo(function Findings({ preflight: { findings, aa } }: { preflight: ExperimentPreflight }) {
  const fine = findings.filter(({ kind }) => kind === "fine");
  return (
    <>
      <ul aria-label="Findings" className="grid gap-1">
        {findings
          .filter(({ kind }) => kind !== "fine")
          .map((finding) => (
            <Finding key={`${finding.check} ${finding.property} ${finding.sentence}`} finding={finding} />
          ))}
        {fine.length > 0 ? (
          <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 py-1.5">
            <Check
              size={14}
              role="img"
              aria-label={marks.fine.label}
              className={`mt-0.5 ${marks.fine.className}`}
            />
            <p className="text-12 text-text-muted">
              {capitalise(fine.map(({ sentence }) => sentence).join(", "))}.
            </p>
          </li>
        ) : null}
      </ul>
      <AaNumbers aa={aa} />
    </>
  );
});

export function PreflightPanel(props: PlanPanelProps) {
  const { data: preflight, isBusy, error, retry } = usePlanPreflight(props);
  return (
    <section aria-labelledby="preflight-title" aria-busy={isBusy}>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 py-1">
        <h2 id="preflight-title" className="text-15 font-strong tracking-[-0.006em]">
          Pre-flight
        </h2>
        {preflight ? (
          <p role="status" className="ml-auto text-12 text-text-muted">
            {findingCounts(preflight.findings)}
          </p>
        ) : null}
      </div>
      {error ? (
        <RequestFailure
          error={error}
          title="The pre-flight could not be read"
          hasLast={preflight !== undefined}
          retry={retry}
        />
      ) : null}
      {preflight ? <Findings preflight={preflight} /> : null}
      {!preflight && !error ? <SkeletonBlock className="h-40" label="Loading the pre-flight" /> : null}
    </section>
  );
}
