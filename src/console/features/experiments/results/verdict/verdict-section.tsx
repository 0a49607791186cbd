// The verdict in full sentences and, while the experiment runs, the choices it leaves. Only renders:
// judgement and wording are in model/.
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { actionRefusal } from "#contract/experiment-states.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { choicesOf } from "#console/features/experiments/results/model/choices.ts";
import { comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import { isDecided } from "#console/features/experiments/results/model/shipped-group.ts";
import type { Sentence } from "#console/features/experiments/results/model/sentence-parts.ts";
import { tradeOffOf } from "#console/features/experiments/results/model/trade-off.ts";
import type { Verdict } from "#console/features/experiments/results/model/verdict.ts";
import { isUnsound } from "#console/features/experiments/results/model/refusal.ts";
import { ResultShape } from "#console/foundation/ui/result-mark.tsx";
import { DecideLink } from "./decide-link.tsx";
import { Choices } from "./choices.tsx";
import { SingleTabStop } from "./single-tab-stop.tsx";
import { SentenceText } from "./sentence.tsx";
import { TradeOffFigure } from "./trade-off-figure.tsx";

const words = { better: "Better: ", worse: "Worse: ", inconclusive: "Inconclusive: " };

interface VerdictSectionProps {
  experiment: Experiment;
  summary: SummaryCharts;
  verdict: Verdict;
  /** ms */
  now: number;
}

export function VerdictSection({ experiment, summary, verdict, now }: VerdictSectionProps) {
  const { progress, headline } = verdict;
  const isOpen = verdict.kind === "judged" && !isDecided(experiment) && progress?.days.state !== "ended";
  const rows = isOpen ? comparisonRows(experiment, summary) : [];
  const choices = progress && choicesOf(rows, progress.days);
  const canDecide = actionRefusal("decide", experiment, now) === undefined;
  const tradeOff = choices && tradeOffOf(rows);
  return (
    <section
      aria-label="What the data say"
      className={`grid gap-x-10 gap-y-4 py-4 ${tradeOff ? "desk:grid-cols-[minmax(0,1fr)_400px]" : ""}`}
    >
      <SingleTabStop>
        <h2 className="mb-2 max-w-4xl text-18 font-regular tracking-[-0.012em] text-pretty [&_b]:font-strong">
          {isUnsound(verdict) ? (
            <span className="flex items-start gap-2 font-strong text-danger">
              <CircleAlert size={18} aria-hidden className="mt-1 shrink-0" />
              <span>
                <SentenceText parts={headline} />
              </span>
            </span>
          ) : (
            <SentenceText parts={headline} />
          )}
        </h2>
        {verdict.kind === "refused" ? (
          <p className="max-w-3xl text-pretty text-text-muted">
            <SentenceText parts={verdict.message} /> <SentenceText parts={progress?.parts ?? []} />
          </p>
        ) : (
          <Lines
            brief={verdict.sentences.slice(0, verdict.brief)}
            more={[
              ...verdict.sentences.slice(verdict.brief),
              ...(progress ? [{ result: undefined, parts: progress.parts }] : []),
            ]}
          />
        )}
        {choices ? <Choices choices={choices} /> : canDecide ? <DecideLink /> : null}
      </SingleTabStop>
      {tradeOff ? <TradeOffFigure tradeOff={tradeOff} /> : null}
    </section>
  );
}

/** Further sentences are shown on request. */
function Lines({ brief, more }: { brief: readonly Sentence[]; more: readonly Sentence[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? [...brief, ...more] : brief;
  return (
    <ul className="mb-3 grid max-w-4xl gap-1">
      {shown.map(({ result, parts }, index) => (
        <li key={index} className="grid grid-cols-[9px_minmax(0,1fr)] items-baseline gap-2">
          {result ? <ResultShape result={result} /> : <span />}
          <p className={`text-pretty ${result ? "" : "text-text-muted"}`}>
            {result ? <span className="sr-only">{words[result]}</span> : null}
            <SentenceText parts={parts} />
            {index === brief.length - 1 && more.length ? (
              <button
                type="button"
                aria-expanded={isWhole}
                onClick={() => setIsWhole(!isWhole)}
                className="relative link ml-2 min-h-6 whitespace-nowrap pointer-coarse:min-h-0 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-3 pointer-coarse:after:-inset-y-2"
              >
                {isWhole ? "Fewer" : `${more.length} more`}
              </button>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
