// The decision, above all results: what was shipped, by whom, when and why, where the results differ, and what changed since.
import { TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { RunningChange } from "#contract/experiment-overview.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import { decisionOf, resultsAgainst } from "#console/features/experiments/results/model/decision.ts";
import { verdictOf } from "#console/features/experiments/results/model/verdict.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { changeKey, ChangeText } from "./change-text.tsx";
import { SentenceText } from "./sentence.tsx";

interface FactProps {
  name: ReactNode;
  className?: string;
  children: ReactNode;
}

const Fact = ({ name, className = "", children }: FactProps) => (
  <div className={`grid grid-cols-[112px_minmax(0,1fr)] content-start max-tablet:grid-cols-1 ${className}`}>
    <dt className="text-text-muted">{name}</dt>
    <dd className="max-w-4xl text-pretty">{children}</dd>
  </div>
);

/** Number of changes shown before the list is expanded. */
const namedFirst = 3;

const Changes = ({ changes }: { changes: readonly RunningChange[] }) => (
  <ul>
    {changes.map((change) => (
      <li key={changeKey(change)}>
        <ChangeText change={change} />
      </li>
    ))}
  </ul>
);

function SinceThen({ changes }: { changes: readonly RunningChange[] }) {
  const earlier = changes.slice(namedFirst);
  if (changes.length === 0)
    return (
      <span className="text-text-muted">
        Nothing was changed: neither its setup, nor the gates and configs that it depends on.
      </span>
    );
  return (
    <>
      <Changes changes={changes.slice(0, namedFirst)} />
      {earlier.length ? (
        <details>
          <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
            {plural(earlier.length, "earlier change")}
          </summary>
          <Changes changes={earlier} />
        </details>
      ) : null}
    </>
  );
}

interface DecisionSectionProps {
  experiment: Experiment;
  /** Undefined while the results are loading; space for them is reserved. */
  summary: SummaryCharts | undefined;
  /** ms */
  now: number;
}

export const DecisionSection = memo(function DecisionSection({
  experiment,
  summary,
  now,
}: DecisionSectionProps) {
  const { changesSinceDecision } = experiment;
  const decision = decisionOf(experiment);
  if (!decision) return null;
  const against =
    summary &&
    resultsAgainst(experiment, comparisonRows(experiment, summary), verdictOf(experiment, summary, now));
  return (
    <section aria-label="Decision" className="border-b border-border pt-5 pb-3">
      <h2 className="mb-2 text-18 font-regular tracking-[-0.012em] [&_b]:font-strong">
        <SentenceText parts={decision.headline} />
      </h2>
      <dl className="grid gap-1">
        <Fact name="Decided by">
          <SentenceText parts={decision.by} />
        </Fact>
        <Fact name="Why">{decision.reason}</Fact>
        {changesSinceDecision ? (
          <Fact name="Since then">
            <SinceThen changes={changesSinceDecision} />
          </Fact>
        ) : null}
        {/* Same height before and after loading, to avoid a layout shift. */}
        <Fact
          name={
            against ? (
              <span className="flex items-center gap-1.5 font-medium text-warning">
                <TriangleAlert size={14} aria-hidden />
                Results
              </span>
            ) : (
              "Results"
            )
          }
          className="min-h-10 max-tablet:min-h-20"
        >
          {against ? (
            <SentenceText parts={against} />
          ) : (
            <span className="text-text-muted">
              {summary ? "Nothing in the results speaks against it." : "Being compared with the decision …"}
            </span>
          )}
        </Fact>
      </dl>
    </section>
  );
});
