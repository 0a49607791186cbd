// When a verdict is refused: numbers that would mislead get no sentence, but the reason.
import type { Experiment, HealthCheck } from "#contract/experiment.ts";
import { type ComparisonRow, effectOf } from "./comparison-rows.ts";
import type { ExperimentDays } from "./experiment-progress.ts";
import { missingReason } from "./format-result.ts";
import { refusals } from "./refusal-messages.ts";
import type { Part, EffectRow } from "./sentence-parts.ts";
import { turnOf } from "./slices.ts";

export interface Refusal {
  kind: "refused";
  reason: keyof typeof refusals;
  headline: Part[];
  /** What the failed check found; the page shows it with the check itself. */
  evidence?: string;
  message: Part[];
}

/** Whether it is refused because something is wrong with the data, whatever they seem to say. */
export const isUnsound = (verdict: { kind: "judged" } | Pick<Refusal, "kind" | "reason">) =>
  verdict.kind === "refused" && (verdict.reason === "balance" || verdict.reason === "health");

/** The check that compares the groups' sizes with the plan. */
export const isBalanceCheck = ({ name }: Pick<HealthCheck, "name">) => /balance/i.test(name);

/** The rows that have an interval. */
export const rowsWithEffect = (rows: readonly ComparisonRow[]): EffectRow[] =>
  rows.flatMap((row) => {
    const effect = effectOf(row.metric);
    return effect ? [{ ...row, effect }] : [];
  });

export function refusalOf(
  experiment: Experiment,
  rows: readonly ComparisonRow[],
  days: ExperimentDays | undefined,
): Refusal | undefined {
  const refuse = (reason: Refusal["reason"], texts: Omit<Refusal, "kind" | "reason">): Refusal => ({
    kind: "refused",
    reason,
    ...texts,
  });
  if (!days) return refuse("setup", refusals.setup());
  const failed = experiment.healthChecks?.filter(({ status }) => status === "FAILED") ?? [];
  const balance = failed.find(isBalanceCheck);
  if (balance) return refuse("balance", refusals.balance(balance.description));
  const [check] = failed;
  if (check) return refuse("health", refusals.health(check.name, check.description));
  if (experiment.healthCheckStatus === "FAILED")
    return refuse(
      "health",
      refusals.health("Health", "the service reports a failed check without naming it."),
    );

  const primary = rows.filter(({ isPrimary }) => isPrimary);
  const [first] = primary.length ? primary : rows;
  if (!first) return refuse("comparison", refusals.comparison());
  const read = rowsWithEffect(primary);
  if (read.length === 0)
    return refuse(
      "data",
      refusals.data(missingReason(first.metric, "absolute") ?? "No primary metric has numbers."),
    );
  if (days.state === "running" && days.day === 1) return refuse("early", refusals.early());
  for (const row of read) {
    const turn = row.effect.excludesZero ? turnOf(row.metric) : undefined;
    if (turn) return refuse("slices", refusals.slices(row, turn));
  }
  // An inconclusive result says the same whatever is good; a clear one cannot be judged.
  if (read.every(({ effect }) => effect.result === undefined))
    return refuse("direction", refusals.direction(read));
  return undefined;
}
