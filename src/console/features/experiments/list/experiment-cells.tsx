// The cells of a row in the experiment list: two lines each on a desktop, one on a card. They are plain functions, because
// React takes longer for a component than for the elements in it.
import type { ReactNode } from "react";
import {
  changeText,
  type Effect,
  intervalText,
} from "#console/features/experiments/results/model/reading.ts";
import { fixedChange, fixedInterval } from "#console/features/experiments/results/view-settings/decimals.ts";
import type { useRowLink } from "#console/foundation/table/row-link.tsx";
import { ResultShape } from "#console/foundation/ui/result-mark.tsx";
import { formatDateTime, formatDay } from "#console/foundation/ui/time-format.ts";
import { aboutText, daysText, type ListEntry } from "./list-entry.ts";

/** Values that all rows share. */
export interface Shared {
  /** The end of the axis of all intervals. */
  end: number;
  /** Decimals of percent changes. */
  decimals: number;
  linkTo: ReturnType<typeof useRowLink>;
}

const second = "block truncate text-12 text-text-muted";

export function nameCell({ id, name, experiment }: ListEntry, { linkTo }: Shared) {
  return (
    <>
      <a
        {...linkTo({ to: "/$company/experiments/$id", id, name })}
        title={`${name}, ${id}`}
        className="block truncate font-strong hover:underline"
      >
        {name}
      </a>
      <span className={`${second} card:hidden`}>{aboutText(experiment)}</span>
    </>
  );
}

/** Lucide icons as a single path each: a page of rows draws them in a tenth of the time that lucide's components take. */
const circle = "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z";
const looks = {
  failed: { shape: `${circle}M12 8v4M12 16h.01`, colour: "text-danger font-medium" },
  open: {
    shape: "m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3zM12 9v4M12 17h.01",
    colour: "text-warning font-medium",
  },
  waiting: { shape: `${circle}M12 6v6l4 2`, colour: "text-text-muted" },
  passed: { shape: "M20 6 9 17l-5-5", colour: "text-text-muted [&>svg]:text-ok" },
};

export function healthCell({ health }: ListEntry) {
  if (!health) return <span className="text-text-muted">Not started</span>;
  const { shape, colour } = looks[health.state];
  const title = [health.text, health.detail].filter(Boolean).join(", ");
  return (
    <>
      <span title={title} className={`flex items-center gap-1.5 ${colour}`}>
        <svg
          aria-hidden
          width="14"
          height="14"
          viewBox="0 0 24 24"
          className="shrink-0 fill-none stroke-current stroke-2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={shape} />
        </svg>
        <span className="truncate">{health.text}</span>
      </span>
      {health.detail ? (
        <span title={title} className={`${second} pl-5 card:hidden`}>
          {health.detail}
        </span>
      ) : null}
    </>
  );
}

const colours = { better: "text-positive", worse: "text-negative", inconclusive: "" };

/** Formats a change and its interval; percentages get the decimals of the column. */
const textsOf = (effect: Effect, decimals: number) =>
  effect.scale === "percent"
    ? { change: fixedChange(effect, decimals), interval: fixedInterval(effect, decimals) }
    : { change: changeText(effect), interval: intervalText(effect) };

export function leadCell({ lead }: ListEntry, { decimals }: Shared) {
  if (!lead) return <span className="text-text-muted">No metric</span>;
  const { metric, group, effect, word, computedTime, isOld } = lead;
  const { change, interval } = effect ? textsOf(effect, decimals) : { change: "", interval: "" };
  const shape = effect?.result === "inconclusive" ? undefined : effect?.result;
  const title = [
    `${metric}${group ? ` with ${group}` : ""}`,
    effect ? `${change} (${interval})` : "",
    word,
    computedTime === undefined ? "" : `computed ${formatDateTime(computedTime)}`,
  ];
  return (
    <span
      title={title.filter(Boolean).join(", ")}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 overflow-hidden card:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <span className="truncate">
        {metric}
        {group ? (
          <span className={`text-text-muted ${effect ? "desk-row:hidden" : ""}`}>, {group}</span>
        ) : null}
      </span>
      {effect ? (
        <>
          <b
            className={`figures flex items-baseline gap-1 font-medium ${colours[effect.result ?? "inconclusive"]}`}
          >
            {/* The shape tells the word, because a hidden element for it would take as long to lay out as a visible one. */}
            {shape ? <ResultShape result={shape} word={word} /> : null}
            {change}
            {shape ? null : <span className="sr-only">, {word}</span>}
          </b>
          <span className="figures col-span-2 flex gap-2 text-12 text-text-muted card:col-span-1">
            {group ? <span className="min-w-0 truncate card:hidden">{group}</span> : null}
            {isOld && computedTime ? (
              <span className="min-w-10 truncate">{formatDay(computedTime)}</span>
            ) : null}
            <span className="ml-auto whitespace-nowrap">{interval}</span>
          </span>
        </>
      ) : (
        <span className={`${second} col-span-2`}>{word}</span>
      )}
    </span>
  );
}

export function guardrailCell({ guardrail }: ListEntry, { decimals }: Shared) {
  if (!guardrail) return null;
  const { metric, group, effect } = guardrail;
  const { result = "inconclusive" } = effect;
  const isWorse = result === "worse";
  const { change, interval } = textsOf(effect, decimals);
  return (
    <span
      className="block card:flex card:items-baseline card:gap-2"
      title={`${metric}${group ? ` with ${group}` : ""}, ${change} (${interval}), ${result}`}
    >
      <span
        className={`flex items-center gap-1.5 ${isWorse ? "font-medium text-negative" : "text-text-muted"}`}
      >
        <ResultShape result={result} word={result} />
        <span className="truncate">{metric}</span>
      </span>
      <span className={`${second} figures pl-[15px] card:pl-0`}>
        {change}
        {group ? `, ${group}` : ""}
      </span>
    </span>
  );
}

export const daysCell = ({ days, experiment }: ListEntry) => (
  <>
    <span className="figures block truncate text-text-muted">{daysText(days, experiment)}</span>
    {days?.share === undefined ? null : (
      <span
        aria-hidden
        className="mt-1.5 block h-1 rounded-full bg-tint bg-[linear-gradient(var(--color-text-muted)_0_0)] bg-no-repeat card:hidden"
        style={{ backgroundSize: `${Math.round(100 * days.share)}%` }}
      />
    )}
  </>
);

const searchAt = { results: {}, setup: { tab: "setup" }, decide: { action: "decide" } } as const;

export function nextCell({ id, name, step }: ListEntry, { linkTo }: Shared) {
  const { text, detail, at, isLate } = step;
  const words: ReactNode = at ? (
    <a
      {...linkTo({ to: "/$company/experiments/$id", id, name, search: searchAt[at] })}
      aria-label={`${text}: ${name}`}
      className="relative link font-medium card:after:absolute card:after:-inset-x-2 card:after:-inset-y-3"
    >
      {text}
    </a>
  ) : (
    text
  );
  const title = [text, detail].filter(Boolean).join(", ");
  return (
    <>
      <span title={title} className="block truncate card:overflow-visible">
        {words}
      </span>
      {detail ? (
        <span title={title} className={`${second} card:hidden ${isLate ? "font-medium text-text!" : ""}`}>
          {detail}
        </span>
      ) : null}
    </>
  );
}
