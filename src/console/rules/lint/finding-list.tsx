import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { Severity } from "#targeting/lint/finding.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import { fixedRules, type RuleFindings } from "./findings.ts";

const marks = {
  error: { Icon: CircleAlert, tone: "text-danger", word: "Error" },
  warning: { Icon: TriangleAlert, tone: "text-warning", word: "Warning" },
  note: { Icon: Info, tone: "text-text-muted", word: "Note" },
} as const satisfies Record<Severity, unknown>;

/** Most severe first, because there is space for only a few. */
const order: readonly Severity[] = ["error", "warning", "note"];

interface FindingListProps<Draft> {
  findings: RuleFindings<Draft>;
  /** Key of the rule. */
  ruleKey: string;
  /** Called with the rules after a fix. */
  onFix: (rules: Draft[]) => void;
}

/** Lists the findings about one rule, each with a fix if available. */
export function FindingList<Draft extends RuleDraft>({
  findings: { findings, linted },
  ruleKey,
  onFix,
}: FindingListProps<Draft>) {
  const own = findings
    .filter(({ ruleIndex }) => linted[ruleIndex]?.key === ruleKey)
    .toSorted((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
  return own.length === 0 ? null : (
    <ul aria-label="What is odd about this rule" className="grid gap-1">
      {own.map(({ kind, severity, ruleIndex, conditionIndex = -1, message, fix }) => {
        const { Icon, tone, word } = marks[severity];
        return (
          <li key={`${kind} ${conditionIndex} ${message}`} className="flex flex-wrap items-start gap-x-2">
            <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
            <span className="min-w-0 flex-1 break-words">
              <span className="sr-only">{word}: </span>
              {conditionIndex >= 0 && (linted[ruleIndex]?.conditions.length ?? 0) > 1 ? (
                <span className="text-text-muted">Condition {conditionIndex + 1}: </span>
              ) : null}
              {message}
            </span>
            {fix ? (
              <Button size="small" variant="quiet" onClick={() => onFix(fixedRules(linted, fix))}>
                {fix.label}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
