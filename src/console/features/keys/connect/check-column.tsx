import { Check, Circle, X } from "lucide-react";
import { Fragment } from "react";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { instantFormat } from "#console/foundation/ui/instant-format.ts";
import { formatFull } from "#console/foundation/ui/time-format.ts";
import type { Step } from "./check-steps.ts";
import type { Problem } from "./refusal-words.ts";
import type { App } from "./snippets.ts";

const timeText = instantFormat(0, 0);

const hints: Readonly<Record<App, [before: string, code: string]>> = {
  server: ["A server library sends every 60 s, or at once with", "flush()"],
  native: ["A server library sends every 60 s, or at once with", "flushEvents()"],
  browser: ["A browser library sends every 10 s and on leaving, or at once with", "flush()"],
  device: ["The library sends every 10 s and on leaving, or at once with", "flush()"],
  http: ["Each call is answered at once. A refused one says why in its", "message"],
};

const ProblemWords = ({ title, text, advice, facts = [] }: Problem) => (
  <>
    <p>
      <b className="font-strong">{title}</b> {text}
    </p>
    <dl className="mt-2 grid grid-cols-[52px_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-12">
      {[...facts, ["To do", advice] as const].map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-text-muted">{name}</dt>
          <dd className="figures break-words">{value}</dd>
        </Fragment>
      ))}
    </dl>
  </>
);

function StepRow({ name, time, text, problem }: Step) {
  const Mark = problem ? X : time === undefined ? Circle : Check;
  const colour = problem ? "text-danger" : time === undefined ? "text-text-faint" : "text-ok";
  const state = problem ? "not right" : time === undefined ? "not yet" : "done";
  return (
    <li
      className={`grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 ${problem ? "-mx-3 my-1.5 rounded bg-danger-tint px-3 py-2.5" : "py-1.5"}`}
    >
      <Mark size={16} aria-hidden className={`mt-0.5 ${colour}`} />
      <p
        className={
          problem ? "font-strong text-danger" : time === undefined ? "text-text-muted" : "font-medium"
        }
      >
        {name}
        <span className="sr-only">: {state}</span>
      </p>
      {time === undefined ? (
        <span />
      ) : (
        <time
          dateTime={new Date(time).toISOString()}
          title={formatFull(time)}
          className="figures text-12 leading-5 text-text-muted"
        >
          {timeText(time)}
        </time>
      )}
      <div className="col-start-2 col-end-4">
        {problem ? (
          <ProblemWords {...problem} />
        ) : (
          // The space of the line is reserved before there is text.
          <p className="min-h-8 text-12 break-words text-text-muted">{text}</p>
        )}
      </div>
    </li>
  );
}

interface CheckColumnProps {
  app: App;
  steps: readonly Step[];
  /** Problems that do not block any step. */
  warnings: readonly Problem[];
}

/** Shows the live progress of the steps; changes are announced by screen readers. */
export function CheckColumn({ app, steps, warnings }: CheckColumnProps) {
  const done = steps.filter(({ time, problem }) => time !== undefined && !problem).length;
  const [hint, code] = hints[app];
  return (
    <aside
      aria-label="Check"
      className="border-border max-desk:border-b max-desk:pb-4 desk:border-l desk:pl-6"
    >
      <h2 className="flex min-h-12 items-center text-13 font-strong">
        Does it work?
        <span className="figures ml-2 font-regular text-text-muted">
          {done} of {steps.length}
        </span>
      </h2>
      <p className="mb-2 text-text-muted">Run the snippet. Each step turns by itself.</p>
      <ol aria-live="polite">
        {steps.map((step) => (
          <StepRow key={step.name} {...step} />
        ))}
      </ol>
      {warnings.map((warning) => (
        <div
          key={warning.title}
          role="status"
          className="-mx-3 mt-2 rounded border border-warning-line bg-warning-tint px-3 py-2.5"
        >
          <ProblemWords {...warning} />
        </div>
      ))}
      <p className="pt-3 text-12 text-text-muted">
        {hint} <Mono>{code}</Mono>.
      </p>
    </aside>
  );
}
