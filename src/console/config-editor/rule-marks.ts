// What stands beside a rule in the list: that it has changed, what it lacks, what is odd about it.
import type { Problem } from "#contract/api-error.ts";
import type { Finding } from "#targeting/rule-lint/finding.ts";
import type { Changes } from "#console/changes/changes.ts";
import type { ConfigRuleDraft } from "#console/config-draft/config-draft.ts";
import { ruleNumbers } from "#console/config-draft/problem-place.ts";

const editWords = (count: number) => `${count} change${count === 1 ? "" : "s"}`;

/** `before` are the rules that the draft started from. */
export const marksOf = (
  { audiences }: Changes,
  before: readonly ConfigRuleDraft[],
  problems: readonly Problem[],
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
export const odditiesOf = (findings: readonly Finding[], rules: readonly ConfigRuleDraft[]) =>
  new Map(
    findings
      .filter(({ severity }) => severity !== "note")
      .map(({ ruleIndex, words }) => [rules[ruleIndex]?.key ?? "", words]),
  );
