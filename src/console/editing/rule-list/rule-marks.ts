// What stands beside a rule in the list: that it has changed, what it lacks, what is odd about it.
import type { Problem } from "#contract/api-error.ts";
import type { Finding } from "#targeting/lint/finding.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";

interface Keyed {
  readonly key: string;
}

/** Numbers, from 0, of the rules that have a problem. */
const ruleNumbers = (problems: readonly Problem[]): ReadonlySet<number> =>
  new Set(problems.flatMap(({ property }) => /^rules\.(\d+)/.exec(property)?.slice(1).map(Number) ?? []));

/** "3 changes" by the key of the rule. `before` are the rules that the draft started from. */
export const marksOf = (
  { audiences }: Changes,
  before: readonly Keyed[],
  problems: readonly Problem[],
  editWords: (changes: number) => string,
) => ({
  edits: new Map(
    audiences.map(({ key, changes }) => [
      key,
      before.some((known) => known.key === key) ? editWords(changes.length) : "New",
    ]),
  ),
  withProblem: ruleNumbers(problems),
});

/** Notes are told beside the rule only. */
export const odditiesOf = (findings: readonly Finding[], rules: readonly Keyed[]) =>
  new Map(
    findings
      .filter(({ severity }) => severity !== "note")
      .map(({ ruleIndex, message }) => [rules[ruleIndex]?.key ?? "", message]),
  );
