// The verdict: what an experiment's results say, by rules. Pure; the wording stands in verdict-sentences.ts.
// A verdict is refused, with its reason, where numbers would mislead. Nothing here may call a result "no effect".
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { analysisOf } from "./analysis.ts";
import { comparisonRows, type ComparisonRow } from "./comparison-rows.ts";
import { experimentDays, type ExperimentDays } from "#statistics/experiment-days.ts";
import { isGuardrail } from "./guardrails.ts";
import { effectOf } from "./reading.ts";
import { isUnsound, type Refusal, refusalOf } from "./refusal.ts";
import { type EffectRow, leastCertain, type Part, rowsWithEffect, type Sentence } from "./sentence-parts.ts";
import {
  alsoSentence,
  audienceSentence,
  configSentence,
  decidedHeadline,
  guardrailDemand,
  guardrailSentence,
  levelSentence,
  movedSentence,
  openHeadline,
  openSentence,
  openSummary,
  progressSentence,
  unjudgedSentence,
  unreadableSentence,
} from "./verdict-sentences.ts";

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

const fewestSentences = 3;
const mostSentences = 6;

const changesIn = ({ healthChecks }: Experiment) =>
  healthChecks?.flatMap(({ changes = [] }) => changes) ?? [];

/** `now` is in ms. */
export function verdictOf(experiment: Experiment, summary: SummaryCharts, now: number): Verdict {
  const rows = comparisonRows(experiment, summary);
  const days = experimentDays(experiment, now);
  const verdict = refusalOf(experiment, rows, days) ?? judge(experiment, rows, days);
  if (!days) return { ...verdict, progress: undefined };
  const parts = progressSentence(
    days,
    rows.some((row) => row.isSequential),
    changesIn(experiment).length > 0,
  );
  // Without intervals, or with such as are not to be used, there is nothing to decide on at any day: only the days are said.
  const hasNothing = isUnsound(verdict) || rowsWithEffect(rows).length === 0;
  return { ...verdict, progress: { days, parts: hasNothing ? parts.slice(0, 1) : parts } };
}

const withResult = (rows: readonly EffectRow[], result: ResultMeaning | undefined) =>
  rows.filter(({ effect }) => effect.result === result);
const idsOf = (rows: readonly EffectRow[]) => new Set(rows.map(({ metric }) => metric.metricID));

function judge(
  experiment: Experiment,
  rows: readonly ComparisonRow[],
  days: ExperimentDays | undefined,
): Judgement {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const isOver = days?.state !== "running";
  const withEffect = rowsWithEffect(rows);
  const primary = withEffect.filter(({ isPrimary }) => isPrimary);
  const secondary = withEffect.filter(({ isPrimary }) => !isPrimary);
  const read = [...primary, ...secondary];

  const open = openSentences(withResult(primary, "inconclusive"), rows, isOver);
  const harmed = withResult(secondary, "worse").filter(isGuardrail);
  const guards = guardrailSentences(secondary.filter(isGuardrail));
  // Where there are guardrails, they are what the reader must know of the secondary metrics.
  const guardrails = guards.length
    ? guards
    : guardrailSentences(secondary.filter((row) => !isGuardrail(row)));
  const unjudged = withResult(read, undefined);
  const missing = rows.filter(({ metric }) => effectOf(metric) === undefined);
  const changes = changesIn(experiment);
  const ofConfigs = changes.filter(({ kind }) => kind === "dynamic_config");
  const ofAudience = changes.filter((change) => !ofConfigs.includes(change));
  const demands: Sentence[] = harmed.length ? [{ result: "worse", parts: guardrailDemand(harmed) }] : [];
  const asides: Sentence[] = [
    ...(ofAudience.length ? [audienceSentence(ofAudience)] : []),
    ...(ofConfigs.length ? [configSentence(ofConfigs)] : []),
    ...(unjudged.length ? [unjudgedSentence(unjudged)] : missing.length ? [unreadableSentence(missing)] : []),
  ].map((parts) => ({ result: undefined, parts }));
  const moved = [
    ...withResult(primary, "better"),
    ...withResult(read, "worse"),
    ...withResult(secondary, "better"),
  ];

  // The progress takes one of the sentences; groups are summed up only where a sentence for each has no room.
  const rest = guardrails.length + demands.length + asides.length + 1;
  const openShown = moved.length + open.each.length + rest <= mostSentences ? open.each : open.together;
  const movedShown = movedSentences(moved, mostSentences - rest - openShown.length);
  const sentences = [...movedShown, ...demands, ...openShown, ...guardrails, ...asides];
  const [first] = rows;
  if (first && sentences.length + 1 < fewestSentences) {
    const analysis = analysisOf(experiment, first.control);
    sentences.push({ result: undefined, parts: levelSentence(first.alpha, analysis) });
  }
  return { kind: "judged", headline: headlineOf(read, groups, first?.control ?? "", isOver), sentences };
}

/** One sentence each while there is room, the rest named together by whether it is good. */
function movedSentences(moved: readonly EffectRow[], room: number): Sentence[] {
  const alone = (row: EffectRow): Sentence => ({ result: row.effect.result, parts: movedSentence(row) });
  if (moved.length <= room) return moved.map(alone);
  const results = ["better", "worse"] as const;
  // The first better and the first worse one have a sentence each: what is worse must not hide among what else is said.
  const firsts = results.flatMap((result) => withResult(moved, result).slice(0, 1));
  const ordered = [...firsts, ...moved.filter((row) => !firsts.includes(row))];
  const rest = (from: number) =>
    results.flatMap((result): Sentence[] => {
      const rows = withResult(ordered.slice(from), result);
      const follows = rows.length < withResult(moved, result).length;
      return rows.length ? [{ result, parts: alsoSentence(result, rows, follows) }] : [];
    });
  let shown = Math.max(0, room - 1);
  while (shown > 0 && shown + rest(shown).length > room) shown -= 1;
  return [...ordered.slice(0, shown).map(alone), ...rest(shown)];
}

/** The primary metrics that are still open: a sentence for each group, or one over all of them. */
function openSentences(
  open: readonly EffectRow[],
  all: readonly ComparisonRow[],
  isOver: boolean,
): { each: Sentence[]; together: Sentence[] } {
  const worst = leastCertain(open);
  if (!worst) return { each: [], together: [] };
  const primary = all.filter(({ isPrimary }) => isPrimary);
  const inconclusive = (parts: Part[]): Sentence => ({ result: "inconclusive", parts });
  const each = [...new Set(open.map(({ group }) => group))].map((group) => {
    const rows = open.filter((row) => row.group === group);
    const primaries = primary.filter((row) => row.group === group).length;
    return inconclusive(openSentence(rows, primaries, isOver));
  });
  if (each.length === 1) return { each, together: each };
  return {
    each,
    together: [inconclusive(openSummary(open.length, primary.length, worst, isOver))],
  };
}

/** The changes that the data leave possible for the secondary metrics that did not get worse. */
function guardrailSentences(secondary: readonly EffectRow[]): Sentence[] {
  const harmed = idsOf(withResult(secondary, "worse"));
  const open = withResult(secondary, "inconclusive").filter(({ metric }) => !harmed.has(metric.metricID));
  const worst = leastCertain(open);
  if (!worst) return [];
  const openIDs = idsOf(open);
  const hasOthers = secondary.some(
    ({ metric, effect }) => effect.result !== undefined && !openIDs.has(metric.metricID),
  );
  const parts = guardrailSentence(openIDs.size, worst, hasOthers);
  return [{ result: "inconclusive", parts }];
}

/** `read` has the primary metrics first. */
function headlineOf(
  read: readonly EffectRow[],
  groups: readonly string[],
  control: string,
  isOver: boolean,
): Part[] {
  const outcomes = groups.map((group) => {
    const own = read.filter((row) => row.group === group);
    const decisive = own.filter(({ isPrimary }) => isPrimary);
    const isOpen = decisive.every(({ effect }) => effect.result === "inconclusive");
    return {
      group,
      better: withResult(isOpen ? own : decisive, "better"),
      worse: withResult(own, "worse"),
      isOpen,
    };
  });
  const decided = outcomes.filter(({ better, worse }) => better.length + worse.length > 0);
  return decided.length ? decidedHeadline(decided, control, groups.length) : openHeadline(groups, isOver);
}
