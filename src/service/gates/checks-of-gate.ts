// The checks of a gate: those that apps logged here.
import { noChecks, type CheckSummary, type CheckTotals } from "#service/database/check-summary.ts";

export interface CheckedGate {
  /** Null where it is not known. */
  perHour: number | null;
  /** Of the last 30 days, where they were counted all that time. */
  checks: Omit<CheckTotals, "perHour"> | undefined;
}

/** Choice: as long as no app has logged a check, a gate has the checks an hour that were imported with it; 0 of them stand for none in 30 days. */
export function checksOf(
  { id, checksPerHour }: { id: string; checksPerHour?: number | null | undefined },
  { isCounted, isLong, totals }: CheckSummary,
): CheckedGate {
  if (!isCounted)
    return { perHour: checksPerHour ?? null, checks: checksPerHour === 0 ? noChecks : undefined };
  const found = totals.get(id) ?? noChecks;
  return { perHour: found.perHour, checks: isLong ? found : undefined };
}
