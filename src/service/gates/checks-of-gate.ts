// The checks of a gate, as logged by apps or imported.
import { noChecks, type CheckSummary, type CheckTotals } from "#service/database/check-summary.ts";

export interface CheckedGate {
  /** Checks an hour; null where their number is unknown. */
  perHour: number | null;
  /** Checks of the last 30 days; undefined where they have not been counted for that long. */
  checks: Omit<CheckTotals, "perHour"> | undefined;
}

/** Choice: until an app has logged a check, a gate has the checks per hour that were imported with it; 0 stands for none in 30 days. */
export function checksOf(
  { id, checksPerHour }: { id: string; checksPerHour?: number | null | undefined },
  { isCounted, isLong, totals }: CheckSummary,
): CheckedGate {
  if (!isCounted)
    return { perHour: checksPerHour ?? null, checks: checksPerHour === 0 ? noChecks : undefined };
  const found = totals.get(id) ?? noChecks;
  return { perHour: found.perHour, checks: isLong ? found : undefined };
}
