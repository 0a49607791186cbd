// What stands in place of a verdict that is refused, in words. When it is refused is decided in verdict-refusal.ts.
import type { ComparisonRow } from "./comparison-rows.ts";
import { listed, metricName, named, ofUnits, say } from "./sentence-parts.ts";
import type { Turn } from "./slices.ts";

const isRise = ({ metric }: ComparisonRow) => (metric.absoluteChange ?? 0) > 0;

export const refusals = {
  setup: () => ({
    headline: say`No verdict yet: the experiment has not started.`,
    message: say`Results appear here once its first units are exposed.`,
  }),
  balance: (description: string) => ({
    headline: say`Do not use these results: the groups are not as large as planned.`,
    evidence: description,
    message: say`Something puts units into one group more often than into another, so the groups may differ by more than what is tested.`,
  }),
  health: (check: string, description: string) => ({
    headline: say`No verdict: a health check failed.`,
    evidence: `${check}: ${description}`,
    message: say`Numbers from such data may look clear and still mislead. Find the cause first; the verdict comes back once the check passes.`,
  }),
  comparison: () => ({
    headline: say`No verdict: there is nothing to compare.`,
    message: say`No chart of this experiment compares a test group with a control here.`,
  }),
  data: (reason: string) => ({ headline: say`No verdict: data are missing.`, message: say`${reason}` }),
  early: () => ({
    headline: say`No verdict yet: on the first day it is too early to read the numbers.`,
    message: say`Only part of a day has been seen, and most units had little time to act. Look at the health checks today, at the results from tomorrow on.`,
  }),
  slices: (row: ComparisonRow, { dimension, mix }: Turn) => ({
    headline: say`No verdict: ${metricName(row)} ${isRise(row) ? "rises" : "falls"} in total but ${isRise(row) ? "falls" : "rises"} in every slice of ${named(dimension)}.`,
    message: say`The groups are made up differently: ${dimension} ${mix.value} is ${ofUnits(row, "controlUnits", mix.control)} of ${named(row.control)} and ${ofUnits(row, "testUnits", mix.test)} of ${named(row.group)}. Find out why before using the total; the slices are in the row of ${metricName(row)}.`,
  }),
  direction: (rows: readonly ComparisonRow[]) => ({
    headline: say`No verdict: nobody has said which change is good.`,
    message: say`Set a direction for ${listed([...new Set(rows.map(({ metric }) => metric.metricName))].map(named))}; the numbers below stand without a judgement.`,
  }),
};
