// Compares two gates over many users, in time slices short enough to keep the page responsive.
import { useEffect, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { backtestGate, type BacktestResult } from "#targeting/backtest/backtest-gate.ts";
import type { EvaluatedUser } from "./event-users.ts";

export interface Comparison {
  readonly stored: Gate;
  readonly draft: Gate;
  readonly gates: ReadonlyMap<string, Gate>;
  readonly users: readonly EvaluatedUser[];
}

/** Milliseconds of one time slice. */
const piece = 10;
const rows = 500;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

async function compareInPieces(
  { stored, draft, gates, users }: Comparison,
  signal: AbortSignal,
): Promise<BacktestResult<EvaluatedUser>> {
  const comparison = backtestGate<EvaluatedUser>(stored, draft, { gates, rows });
  let begun = performance.now();
  for (const user of users) {
    if (signal.aborted) break;
    comparison.add(user);
    if (performance.now() - begun > piece) {
      await pause();
      begun = performance.now();
    }
  }
  return comparison.result();
}

/** Returns the results; those of the previous draft remain until the new ones are computed. */
export function useBacktest(comparison: Comparison | undefined): BacktestResult<EvaluatedUser> | undefined {
  const [result, setResult] = useState<BacktestResult<EvaluatedUser>>();
  useEffect(() => {
    if (!comparison) return undefined;
    const leaving = new AbortController();
    void compareInPieces(comparison, leaving.signal).then((next) => {
      if (!leaving.signal.aborted) setResult(next);
    });
    return () => leaving.abort();
  }, [comparison]);
  return result;
}
