// The verdict on an experiment's results, by rules; it is refused, with a reason, where numbers would
// mislead. Never calls a result "no effect". Pure; the wording is in verdict-sentences.ts.
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { analysisOf } from "./analysis.ts";
import { comparisonRows, type ComparisonRow } from "./comparison-rows.ts";
import { experimentDays, type ExperimentDays } from "#statistics/experiment-days.ts";
import { isGuardrail } from "./guardrails.ts";
import { effectOf } from "./reading.ts";
import { isUnsound, type VerdictRefusal, refusalOf } from "./refusal.ts";
import {
  type EffectRow,
  leastCertain,
  type SentencePart,
  rowsWithEffect,
  type Sentence,
} from "./sentence-parts.ts";
import {
  alsoSentence,
  audienceSentence,
  configSentence,
  decidedHeadline,
  dependsSentence,
  detectableSentence,
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
  parts: SentencePart[];
}

interface Judgement {
  kind: "judged";
  headline: SentencePart[];
  /** Starts with the best result, the worst and the main unknown, as far as they exist. */
  sentences: Sentence[];
  /** Number of leading sentences to show at first. */
  brief: number;
}

export type Verdict = (VerdictRefusal | Judgement) & { progress: Progress | undefined };

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
  // Without usable intervals no decision is possible on any day, so only the days are stated.
  const hasNothing = isUnsound(verdict) || rowsWithEffect(rows).length === 0;
  return { ...verdict, progress: { days, parts: hasNothing ? parts.slice(0, 1) : parts } };
}

const withResult = (rows: readonly EffectRow[], result: ResultMeaning | undefined) =>
  rows.filter(({ effect }) => effect.result === result);
const idsOf = (rows: readonly EffectRow[]) => new Set(rows.map(({ metric }) => metric.metricID));

const sentence = (result: ResultMeaning | undefined, parts: SentencePart[]): Sentence => ({ result, parts });
/** Returns a sentence about the rows; none if there are no rows. */
const about = <Row>(
  rows: readonly Row[],
  result: ResultMeaning | undefined,
  say: (rows: Row[]) => SentencePart[],
) => (rows.length ? [sentence(result, say([...rows]))] : []);

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
  const guards = secondary.filter(isGuardrail);
  const others = secondary.filter((row) => !isGuardrail(row));
  const read = [...primary, ...guards, ...others];

  const [best, ...better] = withResult(read, "better");
  const [worst, ...worse] = withResult(read, "worse");
  const open = openIn(primary);
  const unjudged = withResult(read, undefined);
  const missing = rows.filter(({ metric }) => effectOf(metric) === undefined);
  const changes = changesIn(experiment);
  const ofConfigs = changes.filter(({ kind }) => kind === "dynamic_config");
  const ofAudience = changes.filter((change) => !ofConfigs.includes(change));
  const leastSure = leastCertain(open);
  // Once a test is over, its detectable changes add nothing to the ones it rules out.
  const detectable = leastSure && !isOver ? detectableSentence(leastSure) : undefined;
  const [first] = rows;

  // Most important first. If there are guardrails, they stand for all secondary metrics.
  const unknown = [
    ...about(dependingIn(primary), "inconclusive", dependsSentence),
    ...openSentences(open, rows),
    ...about(dependingIn(secondary), "inconclusive", dependsSentence),
    ...(guardrailSentences(guards) ?? guardrailSentences(others) ?? []),
    ...about(ofAudience, undefined, audienceSentence),
    ...about(ofConfigs, undefined, configSentence),
    ...(unjudged.length
      ? about(unjudged, undefined, unjudgedSentence)
      : about(missing, undefined, unreadableSentence)),
  ];
  const brief = [
    ...(best ? [sentence("better", movedSentence(best))] : []),
    ...(worst ? [sentence("worse", movedSentence(worst))] : []),
    ...unknown.slice(0, 1),
  ];
  const more = [
    ...about(better, "better", (also) => alsoSentence("better", also)),
    ...about(worse, "worse", (also) => alsoSentence("worse", also)),
    ...about(withResult(guards, "worse"), "worse", guardrailDemand),
    ...unknown.slice(1),
    ...(detectable ? [sentence(undefined, detectable)] : []),
  ];
  if (first && brief.length + more.length < 2)
    more.push(sentence(undefined, levelSentence(first.alpha, analysisOf(experiment, first.control))));
  return {
    kind: "judged",
    headline: headlineOf(read, groups, first?.control ?? "", isOver),
    sentences: [...brief, ...more],
    brief: brief.length,
  };
}

const dependingIn = (rows: readonly EffectRow[]) => rows.filter(({ effect }) => effect.depends);
const openIn = (rows: readonly EffectRow[]) =>
  withResult(rows, "inconclusive").filter(({ effect }) => !effect.depends);

/** Sentences about inconclusive primary metrics: of a single group, or a summary of all groups. */
function openSentences(open: readonly EffectRow[], all: readonly ComparisonRow[]): Sentence[] {
  const worst = leastCertain(open);
  if (!worst) return [];
  const primary = all.filter(({ isPrimary }) => isPrimary);
  const isOfOne = open.every(({ group }) => group === worst.group);
  const primaries = primary.filter(({ group }) => group === worst.group).length;
  return [
    sentence(
      "inconclusive",
      isOfOne ? openSentence(open, primaries) : openSummary(open.length, primary.length, worst),
    ),
  ];
}

/** Sentences about the changes still possible for secondary metrics that did not get worse; undefined if there are none. */
function guardrailSentences(secondary: readonly EffectRow[]): Sentence[] | undefined {
  const harmed = idsOf(withResult(secondary, "worse"));
  const open = openIn(secondary).filter(({ metric }) => !harmed.has(metric.metricID));
  const worst = leastCertain(open);
  if (!worst) return undefined;
  const openIDs = idsOf(open);
  const hasOthers = secondary.some(
    ({ metric, effect }) => effect.result !== undefined && !openIDs.has(metric.metricID),
  );
  return [sentence("inconclusive", guardrailSentence(openIDs.size, worst, hasOthers))];
}

/** `read` lists the primary metrics first. */
function headlineOf(
  read: readonly EffectRow[],
  groups: readonly string[],
  control: string,
  isOver: boolean,
): SentencePart[] {
  const outcomes = groups.map((group) => {
    const own = read.filter((row) => row.group === group);
    const decisive = own.filter(({ isPrimary }) => isPrimary);
    const isOpen = decisive.every(({ effect }) => effect.result === "inconclusive");
    return {
      group,
      better: withResult(isOpen ? own : decisive, "better"),
      worse: withResult(own, "worse"),
      depends: dependingIn(decisive),
      isOpen,
    };
  });
  const decided = outcomes.filter(
    ({ better, worse, depends }) => better.length + worse.length + depends.length > 0,
  );
  return decided.length ? decidedHeadline(decided, control, groups.length) : openHeadline(groups, isOver);
}
