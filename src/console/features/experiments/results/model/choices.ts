// The decision on a running experiment: consequences of shipping, waiting and stopping, and which the data suggest. Pure.
import type { ExperimentDays } from "#statistics/experiment-days.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import { isGuardrail } from "./guardrails.ts";
import {
  changeInterval,
  type EffectRow,
  leastCertain,
  listed,
  metricName,
  named,
  nearestChange,
  type SentencePart,
  rowsWithEffect,
  say,
} from "./sentence-parts.ts";
import { ruledOut } from "./verdict-sentences.ts";

type ChoiceName = "Ship" | "Wait" | "Stop";

export interface Choice {
  name: ChoiceName;
  parts: SentencePart[];
  isSuggested: boolean;
}

/** Returns a test group with the metrics it improves and the ones it harms. */
function candidateOf(rows: readonly EffectRow[]) {
  const [first] = rows;
  const primary = rows.filter(({ isPrimary }) => isPrimary);
  const gains = primary.filter(({ effect }) => effect.result === "better");
  const lead = gains[0] ?? primary[0];
  const guards = rows.filter(isGuardrail);
  const harms = [...primary, ...guards].filter(({ effect }) => effect.result === "worse");
  return first && lead ? { name: first.group, rows, gains, lead, harms, guards } : undefined;
}

type Candidate = NonNullable<ReturnType<typeof candidateOf>>;

const isBetter = (a: Candidate, b: Candidate) =>
  a.gains.length - b.gains.length || b.harms.length - a.harms.length;

function shipParts({ name, gains, lead, harms, guards }: Candidate, isOneOfMany: boolean): SentencePart[] {
  const who = isOneOfMany ? say`${named(name)}: ` : [];
  const atLeast = (row: EffectRow) => say`at least ${nearestChange(row)} ${metricName(row)}`;
  if (gains.length === 0)
    return say`${who}no gain is shown; the data rule out ${ruledOut(lead)} in ${metricName(lead)}.`;
  if (harms.length) return say`${who}${atLeast(lead)}, and ${listed(harms.map(atLeast), 2)}.`;
  const guard = leastCertain(guards.filter(({ effect }) => effect.result === "inconclusive"));
  const leaves = guard ? say`; the data rule out ${ruledOut(guard)} in ${metricName(guard)}` : [];
  return say`${who}${atLeast(lead)}${leaves}.`;
}

function waitText({ state, target, left }: ExperimentDays, isSequential: boolean): string {
  if (target === undefined)
    return "No end is planned: set one, so that the intervals get narrower until a known day.";
  const until = formatDate(target);
  if (state === "overdue")
    return `The planned days were over on ${until}: waiting on makes a false alarm more likely.`;
  if (!isSequential)
    return `The intervals are made for one look, on ${until}: every earlier one makes a false alarm more likely.`;
  return left === 0
    ? "This is the last day: tomorrow the narrower fixed intervals count."
    : `On ${until} the narrower fixed intervals count.`;
}

/** Before the planned end only sequential intervals may decide. A trade-off of gain and harm is left to people, at the end. */
function suggestionOf(
  { gains, harms }: Candidate,
  { state }: ExperimentDays,
  isSequential: boolean,
): ChoiceName | undefined {
  const isOver = state === "overdue";
  if (!isOver && !isSequential) return "Wait";
  if (gains.length) return harms.length ? (isOver ? undefined : "Wait") : "Ship";
  return isOver || harms.length ? "Stop" : "Wait";
}

/** Returns the choices ship, wait and stop; undefined if no primary metric has an interval. */
export function choicesOf(rows: readonly ComparisonRow[], days: ExperimentDays): Choice[] | undefined {
  const read = rowsWithEffect(rows);
  const groups = [...new Set(read.map(({ group }) => group))];
  const candidates = groups.flatMap((name) => candidateOf(read.filter(({ group }) => group === name)) ?? []);
  const [best] = candidates.toSorted((a, b) => isBetter(b, a));
  if (!best) return undefined;
  const isSequential = best.lead.isSequential;
  const suggested = suggestionOf(best, days, isSequential);
  const given = best.gains.length
    ? say`${changeInterval(best.lead)} ${metricName(best.lead)} would be given up`
    : ["no shown gain would be given up"];
  const choice = (name: ChoiceName, parts: SentencePart[]): Choice => ({
    name,
    parts,
    isSuggested: name === suggested,
  });
  return [
    choice("Ship", shipParts(best, groups.length > 1)),
    choice("Wait", [waitText(days, isSequential)]),
    choice("Stop", say`${named(best.lead.control)} stays for everyone; ${given}.`),
  ];
}
