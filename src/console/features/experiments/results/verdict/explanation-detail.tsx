// The formulas behind a row's numbers, shown below it: one number at a time, with the row's own values.
import type { Experiment } from "#contract/experiment.ts";
import { exposedUnits } from "#console/features/experiments/results/model/experiment-progress.ts";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import { disagreements } from "#console/features/experiments/results/explain/disagreements.ts";
import { explain, type Question, questions } from "#console/features/experiments/results/explain/explain.ts";
import { type Formula, valuesText } from "#console/features/experiments/results/explain/formula.ts";

interface ExplanationDetailProps {
  experiment: Experiment;
  row: ScoreRow;
  /** Level that the page is read at, if it is not the experiment's own. */
  level: number | undefined;
  /** The number to explain, from the address; the change by default. */
  question: string | undefined;
  choose: (question: Question) => void;
}

export function ExplanationDetail({ experiment, row, level, question, choose }: ExplanationDetailProps) {
  const { scale, alpha } = row;
  const noun = unitNoun(experiment.idType);
  const circumstances = { scale, alpha, noun, exposed: exposedUnits(experiment) };
  const answers = questions.flatMap(({ id, name }) => {
    const explanation = explain(row, id, circumstances);
    return explanation ? [{ id, name, explanation }] : [];
  });
  const current = answers.find(({ id }) => id === question) ?? answers[0];
  if (!current)
    return <p className="text-text-muted">There is nothing to explain: this row has no numbers.</p>;
  const { title, sentences, formulas } = current.explanation;
  const reasons = disagreements(row, analysisOf(experiment, row.control, level), circumstances);
  return (
    <section aria-label={`How it is computed: ${row.metric.metricName}, ${row.group}`} className="grid gap-3">
      <div role="group" aria-label="Numbers of this row" className="-ml-2 flex flex-wrap gap-1">
        {answers.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === current.id}
            onClick={() => choose(id)}
            className="h-7 rounded-small px-2 text-12 text-text-muted hover:text-text pointer-coarse:h-11 aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-text"
          >
            {name}
          </button>
        ))}
      </div>
      <div aria-live="polite" className="grid gap-2">
        <h3 className="sr-only">{title}</h3>
        {sentences.map((sentence) => (
          <p key={sentence} className="max-w-3xl">
            {sentence}
          </p>
        ))}
        {formulas.map((formula) => (
          <FormulaLines key={formula.name} formula={formula} />
        ))}
      </div>
      {reasons.length ? (
        <ul aria-label="Why numbers of this row may seem to disagree" className="grid max-w-3xl gap-1">
          {reasons.map(({ kind, about, text }) => (
            <li
              key={kind}
              className={`border-l-2 pl-2.5 ${about.includes(current.id) ? "border-text-muted" : "border-border-strong text-text-muted"}`}
            >
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A formula in words, then with its values and the result. */
const FormulaLines = ({ formula: { name, words, values, result } }: { formula: Formula }) => (
  <p className="figures grid grid-cols-[152px_minmax(0,1fr)] gap-x-2 text-12 leading-5 break-words max-tablet:grid-cols-1">
    <span className="tablet:row-span-2">{name}</span>
    <span className="text-text-muted">= {words}</span>
    <span className="tablet:col-start-2">
      <span>= {valuesText(values)}</span> <b className="font-medium whitespace-nowrap">= {result}</b>
    </span>
  </p>
);
