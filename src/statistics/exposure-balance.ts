// Test for sample ratio mismatch (SRM): whether group sizes match the planned allocation (statistics 12).
import { chiSquareUpperTail } from "./distributions.ts";

interface GroupUnits {
  /** Planned share; any scale. */
  size: number;
  /** Number of exposed units, excluding crossovers. */
  units: number;
}

interface Balance {
  status: "PASSED" | "WARNING" | "FAILED" | "WAITING";
  chiSquare?: number;
  pValue?: number;
}

/** With fewer expected units in a group, the test is meaningless. */
const fewest = 5;
/** Smaller deviations of a share are harmless, however significant. */
const harmlessShare = 0.001;

export function exposureBalance(groups: readonly GroupUnits[]): Balance {
  if (groups.some((group) => group.size === 0 && group.units > 0)) return { status: "FAILED" };
  const planned = groups.filter((group) => group.size > 0);
  const total = planned.reduce((sum, group) => sum + group.units, 0);
  const size = planned.reduce((sum, group) => sum + group.size, 0);
  const cells = planned.map((group) => ({ seen: group.units, expected: (total * group.size) / size }));
  if (total === 0 || planned.length < 2 || cells.some((cell) => cell.expected < fewest))
    return { status: "WAITING" };

  const chiSquare = cells.reduce((sum, { seen, expected }) => sum + (seen - expected) ** 2 / expected, 0);
  const pValue = chiSquareUpperTail(chiSquare, planned.length - 1);
  if (pValue >= 0.01) return { status: "PASSED", chiSquare, pValue };
  const isHarmless = cells.every(({ seen, expected }) => Math.abs(seen - expected) / total < harmlessShare);
  return { status: pValue >= 0.001 || isHarmless ? "WARNING" : "FAILED", chiSquare, pValue };
}
