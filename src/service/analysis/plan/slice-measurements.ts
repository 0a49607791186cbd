// Converts rows of sums into measurements: restores group ids and includes the units that have no row. Pure.
import type { Row } from "#service/database/database.ts";
import { noPairs, pairsWithZeros, type PairSums } from "#statistics/pair-moments.ts";
import { capRank } from "#statistics/winsorization.ts";
import type { Measured, Notes } from "./measurements.ts";

export interface SumRow extends Row, PairSums {
  metric: number;
  slice: number;
  group_number: number;
  nonzero: number;
  /** The cap of x over all groups; null for metrics without a cap. */
  most: number | null;
  /** Number of non-zero values of x over all groups. */
  among: number | null;
}

export interface NonNumericRow extends Row {
  metric: number;
  slice: number;
  events: number;
}

/** The rows of one metric in one slice. */
export interface SliceRows {
  sums: readonly SumRow[];
  nonNumeric: NonNumericRow | undefined;
}

/** Indexes rows by metric number and slice. */
export function rowsBySlice(sums: readonly SumRow[], nonNumeric: readonly NonNumericRow[]) {
  const key = (row: { metric: number; slice: number }) => `${row.metric} ${row.slice}`;
  const sumsOf = new Map<string, SumRow[]>();
  for (const row of sums) sumsOf.set(key(row), [...(sumsOf.get(key(row)) ?? []), row]);
  const nonNumericOf = new Map(nonNumeric.map((row) => [key(row), row]));
  return (metric: number, slice: number): SliceRows => {
    const wanted = key({ metric, slice });
    return { sums: sumsOf.get(wanted) ?? [], nonNumeric: nonNumericOf.get(wanted) };
  };
}

function notesOf({ sums, nonNumeric }: SliceRows, winsorization: number | null): Notes {
  const [row] = sums;
  // With few values the percentile is the maximum, so that nothing was capped.
  const isCapped =
    row && row.most !== null && row.among !== null && capRank(row.among, winsorization ?? 100) !== undefined;
  return {
    ...(isCapped && row.most !== null ? { cap: row.most } : {}),
    ...(nonNumeric ? { nonNumericEvents: nonNumeric.events } : {}),
  };
}

/** `units` counts all units of the slice by group id, in the order of the group numbers. */
export function measuredOf(
  kind: Measured["kind"],
  rows: SliceRows,
  units: Readonly<Record<string, number>>,
  winsorization: number | null,
): Measured & Notes {
  const groups = Object.entries(units).map(([group, all], index) => {
    const row = rows.sums.find((found) => found.group_number === index + 1);
    const missing = kind === "ratio" ? 0 : Math.max(0, all - (row?.n ?? 0));
    return { group, sums: pairsWithZeros(row ?? noPairs, missing), nonzero: row?.nonzero ?? 0 };
  });
  const notes = notesOf(rows, winsorization);
  if (kind === "ratio")
    return { kind, groups: Object.fromEntries(groups.map(({ group, sums }) => [group, sums])), ...notes };
  const covariates = groups.map(({ group, sums, nonzero }) => [group, { ...sums, nonzero }] as const);
  return { kind, groups: Object.fromEntries(covariates), ...notes };
}
