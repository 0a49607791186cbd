// The marks beside a rule in the list: that it has changed, that it has a problem, what is odd about it.
import { useMemo } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import type { RuleFindings } from "#console/rules/lint/findings.ts";

export interface RuleMarks<Rule> {
  /** The rules as they are without the draft, by their keys. */
  known: ReadonlyMap<string, Rule>;
  /** Changes since what is stored, by the key of the rule, such as "2 changes". */
  edits: ReadonlyMap<string, string>;
  /** Numbers, from 0, of the rules that have a problem. */
  withProblem: ReadonlySet<number>;
  /** The first finding about a rule, by its key. */
  oddities: ReadonlyMap<string, string>;
}

interface Marked<Rule> {
  changes: Changes;
  /** The rules that the draft started from. */
  before: readonly Rule[];
  problems: readonly Problem[];
  findings: RuleFindings<RuleDraft>;
}

const numberOfRule = ({ property }: Problem) => /^rules\.(\d+)/.exec(property)?.slice(1).map(Number) ?? [];

export const useRuleMarks = <Rule extends RuleDraft>({
  changes,
  before,
  problems,
  findings: { findings, linted },
}: Marked<Rule>): RuleMarks<Rule> =>
  useMemo(() => {
    const known = new Map(before.map((rule) => [rule.key, rule]));
    const edits = changes.audiences.map(
      ({ key, changes: { length } }) => [key, known.has(key) ? plural(length, "change") : "New"] as const,
    );
    // Notes are shown beside the rule only.
    const oddities = findings
      .filter(({ severity }) => severity !== "note")
      .map(({ ruleIndex, message }) => [linted[ruleIndex]?.key ?? "", message] as const);
    return {
      known,
      edits: new Map(edits),
      withProblem: new Set(problems.flatMap(numberOfRule)),
      oddities: new Map(oddities),
    };
  }, [changes, before, problems, findings, linted]);
