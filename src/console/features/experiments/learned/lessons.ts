// Metric by metric, all that decided experiments measured, and the effect of what was shipped. Pure; the page and its export say the same.
import type { LearnedEffect, LearnedExperiment } from "#contract/learned.ts";
import {
  type Measured,
  measuredSum,
  type Portfolio,
  portfolioOf,
  shrunk,
  shrunkSum,
} from "#statistics/shrinkage.ts";

export interface Lesson {
  metricID: string;
  name: string;
  directionality: string;
  /** Experiments that measured it, and those that shipped a treatment. */
  measured: number;
  shipped: number;
  /** Of what was shipped, in percent: added up as measured, and as it is to be expected. Undefined where nothing was shipped, or too little was measured. */
  sum: Measured | undefined;
  expected: Measured | undefined;
  portfolio: Portfolio | undefined;
}

export const measuredOf = ({ percentChange, standardError }: LearnedEffect): Measured => ({
  effect: percentChange,
  standardError,
});

/** The effects that count: those of experiments whose checks did not fail. */
const soundEffects = (experiments: readonly LearnedExperiment[]) =>
  experiments.flatMap(({ id, isUnsound, effects }) =>
    isUnsound ? [] : effects.map((effect) => ({ ...effect, experiment: id })),
  );

/** One for each metric, those that most was shipped on first; of the others, lead metrics of new decisions. */
export function lessonsOf(experiments: readonly LearnedExperiment[]): Lesson[] {
  const sound = soundEffects(experiments);
  const metrics = [...new Set(sound.map(({ metricID }) => metricID))];
  const count = (effects: readonly { experiment: string }[]) =>
    new Set(effects.map(({ experiment }) => experiment)).size;
  return metrics
    .flatMap((metricID) => {
      const effects = sound.filter((effect) => effect.metricID === metricID);
      const [first] = effects;
      if (!first) return [];
      const shipped = effects.filter(({ isShipped }) => isShipped);
      const portfolio = portfolioOf(effects.map(measuredOf));
      const own = shipped.map(measuredOf);
      return {
        metricID,
        name: first.metricName,
        directionality: first.directionality,
        measured: count(effects),
        shipped: count(shipped),
        sum: own.length ? measuredSum(own) : undefined,
        expected: own.length && portfolio ? shrunkSum(portfolio, own) : undefined,
        portfolio,
      };
    })
    .toSorted((a, b) => b.shipped - a.shipped || b.measured - a.measured);
}

/** The effect by which an experiment is told: of the shipped group, else of the first one, on its first primary metric. */
export function leadEffectOf({ effects }: LearnedExperiment): LearnedEffect | undefined {
  const primary = effects.filter(({ isPrimary }) => isPrimary);
  return primary.find(({ isShipped }) => isShipped) ?? primary[0];
}

/** The expectation of an effect beside all others on its metric. */
export function expectedOf(effect: LearnedEffect, lessons: readonly Lesson[]): Measured | undefined {
  const portfolio = lessons.find(({ metricID }) => metricID === effect.metricID)?.portfolio;
  return portfolio && shrunk(portfolio, measuredOf(effect));
}

/** Those in whose words the text stands, whatever its case. */
export function found(experiments: readonly LearnedExperiment[], text: string): LearnedExperiment[] {
  const wanted = text.trim().toLowerCase();
  return experiments.filter(({ name, hypothesis, decisionReason, shipped }) =>
    [name, hypothesis, decisionReason, shipped].some((one) => one?.toLowerCase().includes(wanted)),
  );
}
