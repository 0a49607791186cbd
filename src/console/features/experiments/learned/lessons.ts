// Per metric: what decided experiments measured, and the effect of what was shipped. Pure; shared by the page and its export.
import type { MeasuredEffect, DecidedExperimentSummary } from "#contract/learned.ts";
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
  /** Number of experiments that measured the metric; `shipped` counts those of them that shipped a treatment. */
  measured: number;
  shipped: number;
  /**
   * Total effect of what was shipped, in percent: as measured (`sum`) and as expected. Undefined if nothing
   * was shipped, or too little was measured.
   */
  sum: Measured | undefined;
  expected: Measured | undefined;
  portfolio: Portfolio | undefined;
}

export const measuredOf = ({ percentChange, standardError }: MeasuredEffect): Measured => ({
  effect: percentChange,
  standardError,
});

/** The usable effects: those of experiments without failed health checks. */
const soundEffects = (experiments: readonly DecidedExperimentSummary[]) =>
  experiments.flatMap(({ id, isUnsound, effects }) =>
    isUnsound ? [] : effects.map((effect) => ({ ...effect, experiment: id })),
  );

/** Returns one lesson per metric: those with the most shipped treatments first, then lead metrics of recent decisions. */
export function lessonsOf(experiments: readonly DecidedExperimentSummary[]): Lesson[] {
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

/**
 * The effect that represents an experiment: on its first primary metric, of the shipped group or, if none was
 * shipped, of the first one.
 */
export function leadEffectOf({ effects }: DecidedExperimentSummary): MeasuredEffect | undefined {
  const primary = effects.filter(({ isPrimary }) => isPrimary);
  return primary.find(({ isShipped }) => isShipped) ?? primary[0];
}

/** The expected effect: the measured one, shrunk towards all effects on the same metric. */
export function expectedOf(effect: MeasuredEffect, lessons: readonly Lesson[]): Measured | undefined {
  const portfolio = lessons.find(({ metricID }) => metricID === effect.metricID)?.portfolio;
  return portfolio && shrunk(portfolio, measuredOf(effect));
}

/** Returns the experiments whose texts contain the search text, ignoring case. */
export function searchLessons(
  experiments: readonly DecidedExperimentSummary[],
  text: string,
): DecidedExperimentSummary[] {
  const wanted = text.trim().toLowerCase();
  return experiments.filter(({ name, hypothesis, decisionReason, shipped }) =>
    [name, hypothesis, decisionReason, shipped].some((one) => one?.toLowerCase().includes(wanted)),
  );
}
