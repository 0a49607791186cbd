// Computes the lines that a diff of two texts shows, before the editor that draws it has loaded.
import { diffArrays } from "diff";

/** Lines of context around each change, and the minimum number of lines to fold; both as configured in the editor. */
export const [contextLines, fewestFolded] = [2, 3];

/** Maximum number of removed and added lines; texts that differ more exceed the maximum height anyway. */
const mostChanged = 500;

interface Shown {
  lines: string[];
  /** Number of places where unchanged lines are folded. */
  folds: number;
}

/** Splits the lines into runs of unchanged and of changed lines. Undefined if there is too much to compare. */
function runsOf(before: string[], after: string[]) {
  const changes = diffArrays(before, after, { maxEditLength: mostChanged });
  const runs: { isChange: boolean; lines: string[] }[] = [];
  for (const { added, removed, value } of changes ?? []) {
    const isChange = added || removed;
    const last = runs.at(-1);
    if (last?.isChange === isChange) last.lines.push(...value);
    else runs.push({ isChange, lines: [...value] });
  }
  return changes && runs;
}

/** Returns undefined if there is too much to compare. */
export function shownLines(before: string, after: string, isWhole: boolean): Shown | undefined {
  const runs = runsOf(before.split("\n"), after.split("\n"));
  if (!runs) return undefined;
  const shown: Shown = { lines: [], folds: 0 };
  for (const [index, { isChange, lines }] of runs.entries()) {
    const above = index === 0 ? 0 : contextLines;
    const below = index === runs.length - 1 ? 0 : contextLines;
    const isFolded = !isWhole && !isChange && lines.length >= above + below + fewestFolded;
    if (isFolded) {
      shown.lines.push(...lines.slice(0, above), ...lines.slice(lines.length - below));
      shown.folds += 1;
    } else shown.lines.push(...lines);
  }
  return shown;
}
