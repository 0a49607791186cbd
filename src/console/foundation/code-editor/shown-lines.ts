// The lines that a comparison of two texts shows, known before the editor that draws it has loaded.

/** Lines shown beside each change, and the fewest that are worth folding away; as the editor is set up. */
export const [contextLines, fewestFolded] = [2, 3];

/** Pairs of lines that are compared at most; texts that differ in more fill any place. */
const most = 250_000;

interface Shown {
  lines: string[];
  /** Places where lines that stay as they are are folded away. */
  folds: number;
}

const zeros = (length: number) => Array.from({ length }, () => 0);

/** Lengths of the longest common subsequences of the ends of two lists. */
function commonEnds(before: readonly string[], after: readonly string[]): number[][] {
  let below = zeros(after.length + 1);
  const lengths = [below];
  for (const old of before.toReversed()) {
    const row = zeros(after.length + 1);
    for (let at = after.length - 1; at >= 0; at -= 1)
      row[at] = old === after[at] ? 1 + (below[at + 1] ?? 0) : Math.max(below[at] ?? 0, row[at + 1] ?? 0);
    lengths.push(row);
    below = row;
  }
  return lengths.toReversed();
}

/** How many lines two lists begin with in common. */
function commonStart(before: readonly string[], after: readonly string[]): number {
  const differs = before.findIndex((line, at) => line !== after[at]);
  return differs < 0 ? before.length : differs;
}

/** Runs of lines: those that stay, and those that are removed or added. Undefined where there is too much to compare. */
function runsOf(before: readonly string[], after: readonly string[]) {
  const runs: { isChange: boolean; lines: string[] }[] = [];
  const put = (isChange: boolean, lines: readonly string[]) => {
    const last = runs.at(-1);
    if (last?.isChange === isChange) last.lines.push(...lines);
    else if (lines.length > 0) runs.push({ isChange, lines: [...lines] });
  };
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed());
  const [olds, news] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (olds.length * news.length > most) return undefined;
  const lengths = commonEnds(olds, news);
  put(false, before.slice(0, start));
  let [old, now] = [0, 0];
  while (old < olds.length || now < news.length) {
    const isSame = old < olds.length && olds[old] === news[now];
    const isRemoved =
      now === news.length || (lengths[old + 1]?.[now] ?? -1) >= (lengths[old]?.[now + 1] ?? 0);
    put(!isSame, isSame || isRemoved ? olds.slice(old, old + 1) : news.slice(now, now + 1));
    if (isSame || isRemoved) old += 1;
    if (isSame || !isRemoved) now += 1;
  }
  put(false, before.slice(before.length - end));
  return runs;
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
