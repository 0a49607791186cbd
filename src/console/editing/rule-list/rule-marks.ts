// The marks of rules in the list: unsaved changes, validation errors and lint findings.
import { useMemo } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import type { RuleFindings } from "#console/rules/lint/findings.ts";

export interface RuleMarks<Rule> {
  /** The rules without the draft's changes, by key. */
  known: ReadonlyMap<string, Rule>;
  /** Texts about unsaved changes, such as "2 changes", by the key of the rule. */
  edits: ReadonlyMap<string, string>;
  /** 0-based indexes of the rules with a validation error. */
  withProblem: ReadonlySet<number>;
  /** Message of the first lint finding about a rule, by the key of the rule. */
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
    // Findings of severity "note" are shown only beside the opened rule, not in the list.
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
