// The lines that a comparison of two texts shows, known before the editor that draws it has loaded.
import { diffArrays } from "diff";

/** Lines shown beside each change, and the fewest that are worth folding away; as the editor is set up. */
export const [contextLines, fewestFolded] = [2, 3];

/** Lines removed and added at most; texts that differ in more fill any place. */
const mostChanged = 500;

interface Shown {
  lines: string[];
  /** Places where lines that stay as they are are folded away. */
  folds: number;
}

/** Runs of lines: those that stay, and those that are removed or added. Undefined where there is too much to compare. */
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

/** Undefined where there is too much to compare. */
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
