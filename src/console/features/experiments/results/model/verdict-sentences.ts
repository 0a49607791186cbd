// Every sentence of the verdict, in one place; its refusals stand in refusal.ts.
// The choice among them and their order are made in verdict.ts.
import type { RunningChange } from "#contract/experiment.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { agree, capitalise, plural, uncapitalise } from "#console/foundation/ui/wording.ts";
import { type Analysis, levelText } from "./analysis.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import type { ExperimentDays } from "#statistics/experiment-days.ts";
import { isGuardrail } from "./guardrails.ts";
import { directionOf, missingReason } from "./reading.ts";
import {
  changeInterval,
  changeSize,
  detectableChange,
  type EffectRow,
  largestDrop,
  largestRise,
  leastChange,
  listed,
  meanParts,
  metricName,
  named,
  type Part,
  say,
} from "./sentence-parts.ts";

interface GroupOutcome {
  group: string;
  better: readonly ComparisonRow[];
  worse: readonly ComparisonRow[];
  /** No primary metric has moved. */
  isOpen: boolean;
}

/** "a guardrail got worse: Support contacts" */
const guardrailsGotWorse = (guards: readonly ComparisonRow[]) =>
  say`${guards.length === 1 ? "a guardrail" : `${guards.length} guardrails`} got worse: ${listed(guards.map(metricName), 2)}`;

/** The demand of worse guardrails on whoever decides. */
export function guardrailDemand(worse: readonly EffectRow[]): Part[] {
  const changes = worse.map(
    (row) =>
      say`a ${row.effect.value > 0 ? "rise" : "fall"} of at least ${leastChange(row)} in ${metricName(row)}${withGroup(row)}`,
  );
  return say`${named(worse.length === 1 ? "A guardrail got worse:" : "Guardrails got worse:")} ship it only if whoever answers for it accepts ${listed(changes)}; else change the treatment, or stop.`;
}

/** The control is named once, in the first clause. */
function outcomeClause({ group, better, worse, isOpen }: GroupOutcome, control: string | undefined): Part[] {
  const than = control === undefined || isOpen ? [] : say` than ${named(control)}`;
  const on = (rows: readonly ComparisonRow[]) => say` on ${listed(rows.map(metricName), 2)}`;
  const is = isOpen ? " is inconclusive on the primary metrics, but " : " is ";
  const guards = worse.filter(isGuardrail);
  const others = worse.filter((row) => !isGuardrail(row));
  const gotWorse = guards.length ? guardrailsGotWorse(guards) : undefined;
  if (gotWorse && better.length + others.length === 0)
    return isOpen
      ? say`${named(group)} is inconclusive on the primary metrics, and ${gotWorse}`
      : say`With ${named(group)} ${gotWorse}`;
  const guard = gotWorse ? say`${better.length && !others.length ? ", but " : ", and "}${gotWorse}` : [];
  if (better.length === 0) return say`${named(group)}${is}worse${than}${on(others)}${guard}`;
  const also = others.length ? say`, but worse${on(others)}` : [];
  return say`${named(group)}${is}better${than}${on(better)}${also}${guard}`;
}

const withSemicolons = (clauses: readonly Part[][]): Part[] =>
  clauses.flatMap((clause, index) => [...(index ? ["; "] : []), ...clause]);

/** The headline over what was decided, in the order of the groups. */
export function decidedHeadline(outcomes: readonly GroupOutcome[], control: string, groups: number): Part[] {
  if (outcomes.length <= 2)
    return say`${withSemicolons(outcomes.map((outcome, index) => outcomeClause(outcome, index ? undefined : control)))}.`;
  const clauses = (["better", "worse"] as const).flatMap((word) => {
    const names = outcomes.filter((outcome) => outcome[word].length > 0).map(({ group }) => named(group));
    return names.length ? [say`${names.length} are ${word} on a metric: ${listed(names)}`] : [];
  });
  const guarded = outcomes.filter(({ worse }) => worse.some(isGuardrail)).map(({ group }) => named(group));
  if (guarded.length) clauses.push(say`a guardrail got worse with ${listed(guarded)}`);
  return say`Of ${groups} test groups ${withSemicolons(clauses)}.`;
}

export function openHeadline(groups: readonly string[], isOver: boolean): Part[] {
  const [only] = groups;
  const subject =
    groups.length === 1 && only !== undefined ? named(only) : `All ${groups.length} test groups`;
  if (isOver) return say`${subject} stayed inconclusive on every primary metric.`;
  return say`${subject} ${agree(groups.length, "is", "are")} inconclusive on every primary metric so far.`;
}

const move = (row: EffectRow) =>
  say`${metricName(row)} ${row.effect.value > 0 ? "rose" : "fell"} by ${changeSize(row)}`;
const withGroup = ({ group, isOneOfMany }: EffectRow) => (isOneOfMany ? say` with ${named(group)}` : []);

/** The absolute interval decides where the one in percent, which also carries the noise of the baseline, says less. */
const isAbsolute = ({ metric, effect }: EffectRow) =>
  effect.scale === "absolute" && metric.percentConfidenceIntervalDelta !== undefined;

/** "With One page, Support contacts rose by 9.84 % (+1.32 to +18.4 %), from 2.31 % to 2.54 %; lower is better." */
export function movedSentence(row: EffectRow): Part[] {
  const group = row.isOneOfMany ? say`With ${named(row.group)}, ` : [];
  const means = meanParts(row);
  const fromTo = means ? say`, from ${means[0]} to ${means[1]}` : [];
  const meaning = directionOf(row.metric) === "decrease" ? "; lower is better." : ".";
  return say`${group}${move(row)} (${changeInterval(row)})${fromTo}${isAbsolute(row) ? "; in percent the interval includes 0" : ""}${meaning}`;
}

/** Intervals that can still be read in one sentence. */
const mostIntervals = 4;

/** Moves that have no room for a sentence each; a group that they share is named once. `follows` another sentence of the same word. */
export function alsoSentence(word: "better" | "worse", rows: readonly EffectRow[], follows: boolean): Part[] {
  const [first] = rows;
  const isShared = first && rows.every(({ group }) => group === first.group);
  const shared = isShared ? withGroup(first) : [];
  const moves = rows.map((row) => [
    ...move(row),
    ...(rows.length <= mostIntervals ? say` (${changeInterval(row)})` : []),
    ...(isShared ? [] : withGroup(row)),
  ]);
  return say`${follows ? `Also ${word}` : capitalise(word)}${shared}: ${listed(moves)}.`;
}

const drop = (row: EffectRow) => say`a drop of more than ${largestDrop(row)}`;
const rise = (row: EffectRow) => say`a rise of more than ${largestRise(row)}`;

/** The change for the worse that the interval leaves out; both ways where nobody has said which one is worse. */
export function ruledOut(row: EffectRow): Part[] {
  const direction = directionOf(row.metric);
  if (direction === undefined) return say`${drop(row)} and ${rise(row)}`;
  return direction === "decrease" ? rise(row) : drop(row);
}

/** The minimum detectable effect (statistics 9) holds for one look at the end, so with whiskers it is not that of today's look. */
function detectable(row: EffectRow, isNamed: boolean, isOver: boolean): Part[] {
  const change = detectableChange(row);
  // The changes that a finished test could have detected are no news beside those that it rules out.
  if (!change || isOver) return [];
  const where = isNamed ? say` in ${metricName(row)}` : [];
  const changes = say`changes of about ${change} (the MDE) or more${where}`;
  return row.isSequential
    ? say` Read once, at its end, a test with this much data can detect ${changes}.`
    : say` With the data so far this test can detect ${changes}.`;
}

/** The primary metrics on which a group is inconclusive, and what the data rule out there. */
export function openSentence(rows: readonly EffectRow[], primaries: number, isOver: boolean): Part[] {
  const [first] = rows;
  if (!first) return [];
  const group = named(first.group);
  if (rows.length === 1) {
    const both =
      directionOf(first.metric) === "decrease" ? [rise(first), drop(first)] : [drop(first), rise(first)];
    return say`${group} is inconclusive on ${metricName(first)}: the data rule out ${listed(both)}.${detectable(first, false, isOver)}`;
  }
  const all = rows.length === 2 ? "both primary metrics" : `all ${rows.length} primary metrics`;
  const metrics = rows.length < primaries ? listed(rows.map(metricName)) : all;
  const changes = listed(rows.map((row) => say`${ruledOut(row)} in ${metricName(row)}`));
  return say`${group} is inconclusive on ${metrics}: the data rule out ${changes}.${detectable(first, true, isOver)}`;
}

/** The same over all groups, when a sentence for each would be too many. */
export const openSummary = (open: number, comparisons: number, worst: EffectRow, isOver: boolean) =>
  say`${open} of ${comparisons} primary comparisons are inconclusive; the least certain is ${metricName(worst)} with ${named(worst.group)}, where the data rule out ${ruledOut(worst)}.${detectable(worst, false, isOver)}`;

/** Secondary metrics that are not worse, and how bad the least certain of them could be. */
export function guardrailSentence(metrics: number, worst: EffectRow, hasOthers: boolean): Part[] {
  const noun = isGuardrail(worst) ? "guardrail" : "secondary metric";
  const where = say`${metricName(worst)}${withGroup(worst)}`;
  if (metrics === 1)
    return say`The ${hasOthers ? "other " : ""}${noun} ${where} is inconclusive: the data rule out ${ruledOut(worst)}.`;
  const subject = hasOthers
    ? `The other ${metrics} ${noun}s are not clearly worse`
    : `None of the ${metrics} ${noun}s is clearly worse`;
  return say`${subject}; the least certain is ${where}, where the data rule out ${ruledOut(worst)}.`;
}

/** Clear changes of which nobody has said whether they are good. */
export const unjudgedSentence = (rows: readonly EffectRow[]) =>
  say`${listed(rows.map((row) => say`${move(row)} (${changeInterval(row)})${withGroup(row)}`))}; whether that is good is not known, as no direction is set.`;

/** Metrics without an interval, those with the same reason together. */
export function unreadableSentence(rows: readonly ComparisonRow[]): Part[] {
  const reasonOf = ({ metric }: ComparisonRow) => missingReason(metric, "absolute") ?? "";
  return [...new Set(rows.map(reasonOf))].flatMap((reason, index) => {
    const own = rows.filter((row) => reasonOf(row) === reason);
    const metrics = [...new Set(own.map(({ metric }) => metric.metricName))].map(named);
    return say`${index ? " " : ""}${listed(metrics)} cannot be read: ${uncapitalise(reason)}`;
  });
}

/** Said where there is little else to say. */
export const levelSentence = (alpha: number, { tests, isBonferroni }: Analysis) =>
  isBonferroni
    ? say`Each of the ${tests} test groups is judged at ${levelText(alpha)}, so that more groups do not make a false alarm more likely.`
    : say`All of this is judged at ${levelText(alpha)} confidence.`;

/** "Checkout eligible on Nov 22, 2026 by Signe Dahl (rules changed)" */
export const changesText = (changes: readonly RunningChange[]) =>
  changes
    .map(
      ({ name, what, time, author }) =>
        `${name} on ${formatDate(time)}${author === null ? "" : ` by ${author}`} (${what.join(", ")})`,
    )
    .join("; ");

/** A change of what every group gets leaves the comparison, but not the effect. */
export const configSentence = (changes: readonly RunningChange[]): Part[] =>
  say`${named("A config of both groups was changed while it ran:")} ${changesText(changes)}. The effect is that of before and after together.`;

/** A change of who takes part leaves the comparison, but not whom it stands for. */
export const audienceSentence = (changes: readonly RunningChange[]): Part[] =>
  say`${named("The audience was changed while it ran:")} ${changesText(changes)}. What is said here is true of both audiences together, not of the one that is served now.`;

/** Until the planned end the sequential intervals decide; then the fixed ones do. `isMixed` where something was changed under the experiment. */
export function progressSentence(days: ExperimentDays, isSequential: boolean, isMixed: boolean): Part[] {
  const { state, day, planned = day, left, target, isShort } = days;
  const until = target === undefined ? "" : formatDate(target);
  if (state === "ended")
    return isShort
      ? say`${named(`Ended after ${day} of ${planned} days.`)} If these numbers ended it, its intervals are too narrow: only sequential ones would be valid.`
      : say`${named(`Over after ${plural(day, "day")}.`)} The fixed intervals are valid.`;
  if (state === "overdue")
    return say`${named(`The planned ${plural(planned, "day")} are over.`)} The fixed intervals were valid on ${until}; waiting on for a better answer makes a false alarm more likely.`;
  const toGo =
    left === undefined ? "No planned end." : left === 0 ? "Last day." : `${plural(left, "day")} to go.`;
  if (isSequential)
    return say`${named(toGo)} ${until ? `Until ${until} decide` : "Decide"} on the sequential intervals, drawn as thin whiskers; ${isMixed ? "they mix what was before the change with what came after" : "they stay valid however often you look"}.`;
  return say`${named(toGo)} ${until ? `Decide on ${until}: every` : "Every"} earlier look at these intervals makes a false alarm more likely.`;
}
