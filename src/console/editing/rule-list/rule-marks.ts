// The marks beside a rule in the list: that it has changed, that it has a problem, what is odd about it.
import { useMemo } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import type { RuleFindings } from "#console/rules/lint/findings.ts";

export interface RuleMarks {
  /** Changes since what is stored, by the key of the rule, such as "2 changes". */
  edits: ReadonlyMap<string, string>;
  /** Numbers, from 0, of the rules that have a problem. */
  withProblem: ReadonlySet<number>;
  /** The first finding about a rule, by its key. */
  oddities: ReadonlyMap<string, string>;
}

interface Marked {
  changes: Changes;
  /** The rules that the draft started from. */
  before: readonly RuleDraft[];
  problems: readonly Problem[];
  findings: RuleFindings<RuleDraft>;
}

export function useRuleMarks({ changes, before, problems, findings }: Marked): RuleMarks {
  const edits = useMemo(() => {
    const known = new Set(before.map(({ key }) => key));
    return new Map(
      changes.audiences.map(({ key, changes: { length } }) => [
        key,
        known.has(key) ? plural(length, "change") : "New",
      ]),
    );
  }, [changes, before]);
  const withProblem = useMemo(
    () =>
      new Set(problems.flatMap(({ property }) => /^rules\.(\d+)/.exec(property)?.slice(1).map(Number) ?? [])),
    [problems],
  );
  // Notes are shown beside the rule only.
  const oddities = useMemo(
    () =>
      new Map(
        findings.findings
          .filter(({ severity }) => severity !== "note")
          .map(({ ruleIndex, message }) => [findings.linted[ruleIndex]?.key ?? "", message]),
      ),
    [findings.findings, findings.linted],
  );
  return useMemo(() => ({ edits, withProblem, oddities }), [edits, withProblem, oddities]);
}
