// The wording of all sentences of the verdict, except refusals, which are in refusal.ts. verdict.ts selects and orders them.
import type { RunningChange } from "#contract/experiment-overview.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { agree, plural, uncapitalise } from "#console/foundation/ui/wording.ts";
import { type Analysis, levelText } from "./analysis.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import type { ExperimentDays } from "#statistics/experiment-days.ts";
import { type Scale, spelledOut } from "./format-result.ts";
import { daysLeftText } from "./experiment-progress.ts";
import { isGuardrail } from "./guardrails.ts";
import { directionOf, intervalText, resultIfClear, missingReason, readingOf } from "./reading.ts";
import {
  changeInterval,
  changeSize,
  detectableChange,
  type EffectRow,
  largestDrop,
  largestRise,
  leastCertain,
  leastChange,
  listed,
  meanParts,
  metricName,
  named,
  numberPart,
  type SentencePart,
  say,
} from "./sentence-parts.ts";

interface GroupOutcome {
  group: string;
  better: readonly ComparisonRow[];
  worse: readonly ComparisonRow[];
  /** Primary metrics that are clear on one scale only. */
  depends: readonly ComparisonRow[];
  /** True if no primary metric has clearly moved. */
  isOpen: boolean;
}

/** Names the guardrails: "a guardrail got worse: Support contacts". */
const guardrailsGotWorse = (guards: readonly ComparisonRow[]) =>
  say`${guards.length === 1 ? "a guardrail" : `${guards.length} guardrails`} got worse: ${listed(guards.map(metricName), 2)}`;

/** States what whoever decides must accept if guardrails got worse. */
export function guardrailDemand(worse: readonly EffectRow[]): SentencePart[] {
  const changes = worse.map(
    (row) =>
      say`a ${row.effect.value > 0 ? "rise" : "fall"} of at least ${leastChange(row)} in ${metricName(row)}${withGroup(row)}`,
  );
  return say`${named(worse.length === 1 ? "A guardrail got worse:" : "Guardrails got worse:")} ship it only if whoever answers for it accepts ${listed(changes)}; else change the treatment, or stop.`;
}

/** "With New it depends on the analysis whether Orders got better"; otherwise that no primary metric is clear. */
function openStem({ group, depends }: GroupOutcome): SentencePart[] {
  if (depends.length === 0) return say`${named(group)} is inconclusive on the primary metrics`;
  const leanings = [...new Set(depends.map(({ metric }) => resultIfClear(metric)))];
  const got = leanings.length === 1 && leanings[0] ? `got ${leanings[0]}` : "changed";
  return say`With ${named(group)} it depends on the analysis whether ${listed(depends.map(metricName), 2)} ${got}`;
}

/** `control` is given for the first clause only, so that it is named once. */
function outcomeClause(outcome: GroupOutcome, control: string | undefined): SentencePart[] {
  const { group, better, worse, depends, isOpen } = outcome;
  const than = control === undefined || isOpen ? [] : say` than ${named(control)}`;
  const on = (rows: readonly ComparisonRow[]) => say` on ${listed(rows.map(metricName), 2)}`;
  const is = isOpen
    ? say`${openStem(outcome)}, but ${depends.length ? "is " : ""}`
    : say`${named(group)} is `;
  const guards = worse.filter(isGuardrail);
  const others = worse.filter((row) => !isGuardrail(row));
  const gotWorse = guards.length ? guardrailsGotWorse(guards) : undefined;
  if (better.length + others.length === 0) {
    if (!gotWorse) return openStem(outcome);
    return isOpen ? say`${openStem(outcome)}, and ${gotWorse}` : say`With ${named(group)} ${gotWorse}`;
  }
  const guard = gotWorse ? say`${better.length && !others.length ? ", but " : ", and "}${gotWorse}` : [];
  if (better.length === 0) return say`${is}worse${than}${on(others)}${guard}`;
  const also = others.length ? say`, but worse${on(others)}` : [];
  return say`${is}better${than}${on(better)}${also}${guard}`;
}

const withSemicolons = (clauses: readonly SentencePart[][]): SentencePart[] =>
  clauses.flatMap((clause, index) => [...(index ? ["; "] : []), ...clause]);

/** The headline if any group has a clear or disputed result; groups keep their order. */
export function decidedHeadline(
  outcomes: readonly GroupOutcome[],
  control: string,
  groups: number,
): SentencePart[] {
  if (outcomes.length <= 2)
    return say`${withSemicolons(outcomes.map((outcome, index) => outcomeClause(outcome, index ? undefined : control)))}.`;
  const clauses = (["better", "worse"] as const).flatMap((word) => {
    const names = outcomes.filter((outcome) => outcome[word].length > 0).map(({ group }) => named(group));
    return names.length ? [say`${names.length} are ${word} on a metric: ${listed(names)}`] : [];
  });
  const guarded = outcomes.filter(({ worse }) => worse.some(isGuardrail)).map(({ group }) => named(group));
  if (guarded.length) clauses.push(say`a guardrail got worse with ${listed(guarded)}`);
  const unsure = outcomes.filter(({ depends }) => depends.length > 0).map(({ group }) => named(group));
  if (unsure.length) clauses.push(say`the analysis decides with ${listed(unsure)}`);
  return say`Of ${groups} test groups ${withSemicolons(clauses)}.`;
}

export function openHeadline(groups: readonly string[], isOver: boolean): SentencePart[] {
  const [only] = groups;
  const subject =
    groups.length === 1 && only !== undefined ? named(only) : `All ${groups.length} test groups`;
  if (isOver) return say`${subject} stayed inconclusive on every primary metric.`;
  return say`${subject} ${agree(groups.length, "is", "are")} inconclusive on every primary metric so far.`;
}

const move = (row: EffectRow) =>
  say`${metricName(row)} ${row.effect.value > 0 ? "rose" : "fell"} by ${changeSize(row)}`;
const withGroup = ({ group, isOneOfMany }: EffectRow) => (isOneOfMany ? say` with ${named(group)}` : []);

/**
 * Describes a move: "With One page, Support contacts rose by 9.84 % (+1.32 to +18.4 %), from 2.31 % to 2.54
 * %; lower is better."
 */
export function movedSentence(row: EffectRow): SentencePart[] {
  const group = row.isOneOfMany ? say`With ${named(row.group)}, ` : [];
  const means = meanParts(row);
  const fromTo = means ? say`, from ${means[0]} to ${means[1]}` : [];
  const meaning = directionOf(row.metric) === "decrease" ? "; lower is better." : ".";
  return say`${group}${move(row)} (${changeInterval(row)})${fromTo}${meaning}`;
}

/** Maximum number of intervals in one sentence. */
const mostIntervals = 4;

/** Combines further moves in one sentence; a group that they share is named once. */
export function alsoSentence(word: "better" | "worse", rows: readonly EffectRow[]): SentencePart[] {
  const [first] = rows;
  const isShared = first && rows.every(({ group }) => group === first.group);
  const shared = isShared ? withGroup(first) : [];
  const moves = rows.map((row) => [
    ...move(row),
    ...(rows.length <= mostIntervals ? say` (${changeInterval(row)})` : []),
    ...(isShared ? [] : withGroup(row)),
  ]);
  return say`Also ${word}${shared}: ${listed(moves)}.`;
}

const drop = (row: EffectRow) => say`a drop of more than ${largestDrop(row)}`;
const rise = (row: EffectRow) => say`a rise of more than ${largestRise(row)}`;

/** The change for the worse that the interval rules out; changes both ways if the metric has no direction. */
export function ruledOut(row: EffectRow): SentencePart[] {
  const direction = directionOf(row.metric);
  if (direction === undefined) return say`${drop(row)} and ${rise(row)}`;
  return direction === "decrease" ? rise(row) : drop(row);
}

/**
 * The minimum detectable effect (statistics 9) assumes a single analysis at the end, so with sequential
 * intervals it does not apply today.
 */
export function detectableSentence(row: EffectRow): SentencePart[] | undefined {
  const change = detectableChange(row);
  if (!change) return undefined;
  const changes = say`changes of about ${change} (the MDE) or more in ${metricName(row)}${withGroup(row)}`;
  return row.isSequential
    ? say`Read once, at its end, a test with this much data can detect ${changes}.`
    : say`With the data so far this test can detect ${changes}.`;
}

/** Names the primary metrics that are inconclusive in a group, and what the data rule out for them. */
export function openSentence(rows: readonly EffectRow[], primaries: number): SentencePart[] {
  const [first] = rows;
  const worst = leastCertain(rows);
  if (!first || !worst) return [];
  const group = named(first.group);
  if (rows.length === 1) {
    const both =
      directionOf(first.metric) === "decrease" ? [rise(first), drop(first)] : [drop(first), rise(first)];
    return say`${group} is inconclusive on ${metricName(first)}: the data rule out ${listed(both)}.`;
  }
  const all = rows.length === 2 ? "both primary metrics" : `all ${rows.length} primary metrics`;
  const metrics = rows.length < primaries ? listed(rows.map(metricName)) : all;
  return say`${group} is inconclusive on ${metrics}; the least certain is ${metricName(worst)}, where the data rule out ${ruledOut(worst)}.`;
}

/** Summarizes the inconclusive metrics of all groups if one sentence per group would be too much. */
export const openSummary = (open: number, comparisons: number, worst: EffectRow) =>
  say`${open} of ${comparisons} primary comparisons are inconclusive; the least certain is ${metricName(worst)} with ${named(worst.group)}, where the data rule out ${ruledOut(worst)}.`;

const intervalOn = (row: EffectRow, scale: Scale) =>
  numberPart(row, spelledOut(intervalText(readingOf(row.metric, scale))), scale);

/** Names results whose interval includes 0 on one scale but not on the other. */
export function dependsSentence([first, ...others]: readonly EffectRow[]): SentencePart[] {
  if (!first) return [];
  const [open, clear] =
    first.effect.scale === "percent"
      ? (["percent", "absolute"] as const)
      : (["absolute", "percent"] as const);
  const same = others.length
    ? say` The same goes for ${listed(others.map((row) => say`${metricName(row)}${withGroup(row)}`))}.`
    : [];
  return say`${metricName(first)}${withGroup(first)} depends on the analysis: ${intervalOn(first, open)} includes 0, ${intervalOn(first, clear)} does not.${same}`;
}

/** Names the secondary metrics that did not get worse, and the worst case of the least certain one. */
export function guardrailSentence(metrics: number, worst: EffectRow, hasOthers: boolean): SentencePart[] {
  const noun = isGuardrail(worst) ? "guardrail" : "secondary metric";
  const where = say`${metricName(worst)}${withGroup(worst)}`;
  if (metrics === 1)
    return say`The ${hasOthers ? "other " : ""}${noun} ${where} is inconclusive: the data rule out ${ruledOut(worst)}.`;
  const subject = hasOthers
    ? `The other ${metrics} ${noun}s are not clearly worse`
    : `None of the ${metrics} ${noun}s is clearly worse`;
  return say`${subject}; the least certain is ${where}, where the data rule out ${ruledOut(worst)}.`;
}

/** Names clear changes of metrics that have no direction. */
export const unjudgedSentence = (rows: readonly EffectRow[]) =>
  say`${listed(rows.map((row) => say`${move(row)} (${changeInterval(row)})${withGroup(row)}`))}; whether that is good is not known, as no direction is set.`;

/** Names metrics without an interval, grouped by reason. */
export function unreadableSentence(rows: readonly ComparisonRow[]): SentencePart[] {
  const reasonOf = ({ metric }: ComparisonRow) => missingReason(metric, "absolute") ?? "";
  return [...new Set(rows.map(reasonOf))].flatMap((reason, index) => {
    const own = rows.filter((row) => reasonOf(row) === reason);
    const metrics = [...new Set(own.map(({ metric }) => metric.metricName))].map(named);
    return say`${index ? " " : ""}${listed(metrics)} cannot be read: ${uncapitalise(reason)}`;
  });
}

/** States the confidence level; used if there is little else to say. */
export const levelSentence = (alpha: number, { tests, isBonferroni }: Analysis) =>
  isBonferroni
    ? say`Each of the ${tests} test groups is judged at ${levelText(alpha)}, so that more groups do not make a false alarm more likely.`
    : say`All of this is judged at ${levelText(alpha)} confidence.`;

/** Lists changes: "Checkout eligible on Nov 22, 2026 by Signe Dahl (rules changed)". */
export const changesText = (changes: readonly RunningChange[]) =>
  changes
    .map(
      ({ name, what, time, author }) =>
        `${name} on ${formatDate(time)}${author === null ? "" : ` by ${author}`} (${what.join(", ")})`,
    )
    .join("; ");

/** A change that affects all groups alike keeps the comparison valid, but the effect mixes before and after. */
export const configSentence = (changes: readonly RunningChange[]): SentencePart[] =>
  say`${named("A config of both groups was changed while it ran:")} ${changesText(changes)}. The effect is that of before and after together.`;

/** A change of the audience keeps the comparison valid, but it stands for both audiences together. */
export const audienceSentence = (changes: readonly RunningChange[]): SentencePart[] =>
  say`${named("The audience was changed while it ran:")} ${changesText(changes)}. What is said here is true of both audiences together, not of the one that is served now.`;

/**
 * Until the planned end sequential intervals decide, then fixed ones. `isMixed` is true if something changed
 * during the experiment.
 */
export function progressSentence(
  days: ExperimentDays,
  isSequential: boolean,
  isMixed: boolean,
): SentencePart[] {
  const { state, day, planned = day, target, isShort } = days;
  const until = target === undefined ? "" : formatDate(target);
  if (state === "ended")
    return isShort
      ? say`${named(`Ended after ${day} of ${planned} days.`)} If these numbers ended it, its intervals are too narrow: only sequential ones would be valid.`
      : say`${named(`Over after ${plural(day, "day")}.`)} The fixed intervals are valid.`;
  if (state === "overdue")
    return say`${named(`The planned ${plural(planned, "day")} are over.`)} The fixed intervals were valid on ${until}; waiting on for a better answer makes a false alarm more likely.`;
  const toGo = `${daysLeftText(days) || "No planned end"}.`;
  if (isSequential)
    return say`${named(toGo)} ${until ? `Until ${until} decide` : "Decide"} on the sequential intervals, drawn as thin whiskers; ${isMixed ? "they mix what was before the change with what came after" : "they stay valid however often you look"}.`;
  return say`${named(toGo)} ${until ? `Decide on ${until}: every` : "Every"} earlier look at these intervals makes a false alarm more likely.`;
}
