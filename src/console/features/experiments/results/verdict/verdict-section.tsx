// The verdict, in sentences that can be read out loud. Its words are decided in model/verdict.ts, nothing is judged here.
import { CircleAlert } from "lucide-react";
import type { Progress, Verdict } from "#console/features/experiments/results/model/verdict.ts";
import { isUnsound } from "#console/features/experiments/results/model/refusal.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { ResultShape } from "#console/foundation/ui/result-mark.tsx";
import { SentenceText } from "./sentence.tsx";

const words = { better: "Better: ", worse: "Worse: ", inconclusive: "Inconclusive: " };

export function VerdictSection({ verdict }: { verdict: Verdict }) {
  const { progress, headline } = verdict;
  return (
    <section
      aria-label="What the data say"
      className="grid grid-cols-[minmax(0,1fr)_232px] gap-x-12 gap-y-4 py-5 max-desk:grid-cols-1"
    >
      <div>
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
            <SentenceText parts={verdict.message} />
          </p>
        ) : (
          <ul className="grid max-w-4xl gap-1">
            {verdict.sentences.map(({ result, parts }, index) => (
              <li key={index} className="grid grid-cols-[9px_minmax(0,1fr)] items-baseline gap-2">
                {result ? <ResultShape result={result} /> : <span />}
                <p className={result ? "" : "text-text-muted"}>
                  {result ? <span className="sr-only">{words[result]}</span> : null}
                  <SentenceText parts={parts} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
      {progress ? <HowFar progress={progress} /> : null}
    </section>
  );
}

const HowFar = ({ progress: { days, parts } }: { progress: Progress }) => (
  <div className="pt-2 max-desk:max-w-md max-desk:pt-0">
    {days.share === undefined ? null : (
      <div role="img" aria-label={dayText(days)} className="mb-2 h-1 rounded-small bg-border">
        <div className="h-1 rounded-small bg-text-muted" style={{ width: `${100 * days.share}%` }} />
      </div>
    )}
    <p className="text-12 text-text-muted [&_b]:text-text">
      <SentenceText parts={parts} />
    </p>
  </div>
);
