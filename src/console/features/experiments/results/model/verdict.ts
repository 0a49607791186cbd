// The verdict: what an experiment's results say, by rules. Pure; the wording stands in verdict-sentences.ts and headlines.ts.
// A verdict is refused, with its reason, where numbers would mislead. Nothing here may call a result "no effect".
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { comparisonRows, type ComparisonRow, effectOf } from "./comparison-rows.ts";
import { experimentDays, type ExperimentDays } from "./experiment-progress.ts";
import { decidedHeadline, openHeadline } from "./headlines.ts";
import { leastCertain, type Part, type EffectRow } from "./sentence-parts.ts";
import { isUnsound, rowsWithEffect, type Refusal, refusalOf } from "./verdict-refusal.ts";
import {
  alsoSentence,
  guardrailSentence,
  levelSentence,
  movedSentence,
  openSentence,
  openSummary,
  progressSentence,
  unjudgedSentence,
  unreadableSentence,
} from "./verdict-sentences.ts";

export interface Sentence {
  /** The mark before it; none where it judges nothing. */
  result: ResultMeaning | undefined;
  parts: Part[];
}

export interface Progress {
  days: ExperimentDays;
  parts: Part[];
}

interface Judgement {
  kind: "judged";
  headline: Part[];
  /** With the progress, three to six in all. */
  sentences: Sentence[];
}

export type Verdict = (Refusal | Judgement) & { progress: Progress | undefined };

export interface VerdictInput {
  experiment: Experiment;
  summary: SummaryCharts;
  /** ms */
  now: number;
}

const fewestSentences = 3;
const mostSentences = 6;

export function verdictOf({ experiment, summary, now }: VerdictInput): Verdict {
  const rows = comparisonRows(experiment, summary);
  const days = experimentDays(experiment, now);
  const verdict = refusalOf(experiment, rows, days) ?? judge(experiment, rows, days);
  if (!days) return { ...verdict, progress: undefined };
  const parts = progressSentence(
    days,
    rows.some((row) => row.isSequential),
  );
  // Without intervals, or with such as are not to be used, there is nothing to decide on at any day: only the days are told.
  const hasNothing = isUnsound(verdict) || rowsWithEffect(rows).length === 0;
  return { ...verdict, progress: { days, parts: hasNothing ? parts.slice(0, 1) : parts } };
}

function judge(
  experiment: Experiment,
  rows: readonly ComparisonRow[],
  days: ExperimentDays | undefined,
): Judgement {
  const read = rowsWithEffect(rows);
  const groups = [...new Set(rows.map(({ group }) => group))];
  const manyGroups = groups.length > 1;
  const is = (result: ResultMeaning | undefined, isPrimary: boolean) =>
    read.filter((row) => row.isPrimary === isPrimary && row.effect.result === result);

  const open = openSentences(is("inconclusive", true), rows, days?.state !== "running");
  const guardrails = guardrailSentences(read, manyGroups);
  const unjudged = [...is(undefined, true), ...is(undefined, false)];
  const missing = rows.filter(({ metric }) => effectOf(metric) === undefined);
  const asides: Sentence[] = [
    ...(unjudged.length ? [{ result: undefined, parts: unjudgedSentence(unjudged, manyGroups) }] : []),
    ...(missing.length && !unjudged.length
      ? [{ result: undefined, parts: unreadableSentence(missing) }]
      : []),
  ];
  const moved = [...is("better", true), ...is("worse", true), ...is("worse", false), ...is("better", false)];

  // The progress takes one of the sentences; groups are summed up only where a sentence for each has no room.
  const rest = guardrails.length + asides.length + 1;
  const openShown = moved.length + open.each.length + rest <= mostSentences ? open.each : open.together;
  const movedShown = movedSentences(moved, mostSentences - rest - openShown.length, manyGroups);
  const sentences = [...movedShown, ...openShown, ...guardrails, ...asides];
  return {
    kind: "judged",
    headline: headlineOf(read, groups, rows[0]?.control ?? "", days),
    sentences: [
      ...sentences,
      ...(sentences.length + 1 < fewestSentences ? levelSentences(experiment, rows) : []),
    ],
  };
}

/** One sentence each while there is room, the rest named together by whether it is good. */
function movedSentences(moved: readonly EffectRow[], room: number, manyGroups: boolean): Sentence[] {
  const alone = (row: EffectRow): Sentence => ({
    result: row.effect.result,
    parts: movedSentence(row, manyGroups),
  });
  if (moved.length <= room) return moved.map(alone);
  const words = ["better", "worse"] as const;
  const of = (word: ResultMeaning) => moved.filter(({ effect }) => effect.result === word);
  // The first of either word is told whole: what is worse must not hide among what else is said.
  const firsts = words.flatMap((word) => of(word).slice(0, 1));
  const ordered = [...firsts, ...moved.filter((row) => !firsts.includes(row))];
  const rest = (from: number) =>
    words.flatMap((word): Sentence[] => {
      const rows = ordered.slice(from).filter(({ effect }) => effect.result === word);
      const follows = rows.length < of(word).length;
      return rows.length ? [{ result: word, parts: alsoSentence(word, rows, { follows, manyGroups }) }] : [];
    });
  let shown = Math.max(0, room - 1);
  while (shown > 0 && shown + rest(shown).length > room) shown -= 1;
  return [...ordered.slice(0, shown).map(alone), ...rest(shown)];
}

const isFilled = <Item>(items: Item[]): items is [Item, ...Item[]] => items.length > 0;

/** What the primary metrics leave open: a sentence for each group, or one over all of them. */
function openSentences(
  open: EffectRow[],
  all: readonly ComparisonRow[],
  isOver: boolean,
): { each: Sentence[]; together: Sentence[] } {
  if (!isFilled(open)) return { each: [], together: [] };
  const primaries = (group: string) => all.filter((row) => row.isPrimary && row.group === group).length;
  const groups = [...new Set(open.map(({ group }) => group))];
  const each = groups.flatMap((group): Sentence[] => {
    const rows = open.filter((row) => row.group === group);
    return isFilled(rows)
      ? [{ result: "inconclusive", parts: openSentence(rows, primaries(group), isOver) }]
      : [];
  });
  if (each.length === 1) return { each, together: each };
  const comparisons = all.filter(({ isPrimary }) => isPrimary).length;
  const parts = openSummary(open.length, comparisons, leastCertain(open), isOver);
  return { each, together: [{ result: "inconclusive", parts }] };
}

/** What the secondary metrics that did not get worse still leave possible. */
function guardrailSentences(read: readonly EffectRow[], manyGroups: boolean): Sentence[] {
  const secondary = read.filter((row) => !row.isPrimary && row.effect.result !== undefined);
  const idsOf = (rows: readonly EffectRow[]) => new Set(rows.map(({ metric }) => metric.metricID));
  const harmed = idsOf(secondary.filter(({ effect }) => effect.result === "worse"));
  const open = secondary.filter(
    ({ metric, effect }) => effect.result === "inconclusive" && !harmed.has(metric.metricID),
  );
  if (!isFilled(open)) return [];
  const openIDs = idsOf(open);
  const hasOthers = secondary.some(({ metric }) => !openIDs.has(metric.metricID));
  const parts = guardrailSentence(openIDs.size, leastCertain(open), hasOthers, manyGroups);
  return [{ result: "inconclusive", parts }];
}

function levelSentences(
  { bonferroniCorrection, groups }: Experiment,
  [row]: readonly ComparisonRow[],
): Sentence[] {
  if (row?.significanceLevel === undefined) return [];
  const tests = groups.filter(({ name, size }) => size > 0 && name !== row.control).length;
  const isCorrected = bonferroniCorrection === true && tests > 1;
  return [{ result: undefined, parts: levelSentence(row.significanceLevel, tests, isCorrected) }];
}

function headlineOf(
  read: readonly EffectRow[],
  groups: readonly string[],
  control: string,
  days: ExperimentDays | undefined,
) {
  const outcomes = groups.map((group) => {
    const own = read.filter((row) => row.group === group);
    const primary = own.filter(({ isPrimary }) => isPrimary);
    const of = (result: ResultMeaning) =>
      [...primary, ...own.filter(({ isPrimary }) => !isPrimary)].filter(
        ({ effect }) => effect.result === result,
      );
    const isOpen = primary.every(({ effect }) => effect.result === "inconclusive");
    const better = isOpen ? of("better") : primary.filter(({ effect }) => effect.result === "better");
    return { group, better, worse: of("worse"), isOpen };
  });
  const decided = outcomes.filter(({ better, worse }) => better.length + worse.length > 0);
  if (decided.length) return decidedHeadline(decided, control, groups.length);
  return openHeadline(groups, days?.state !== "running");
}
