import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { Finding, Fix, Severity } from "#targeting/lint/finding.ts";
import { Button } from "#console/foundation/ui/button.tsx";

const marks = {
  error: { Icon: CircleAlert, tone: "text-danger", word: "Error" },
  warning: { Icon: TriangleAlert, tone: "text-warning", word: "Warning" },
  note: { Icon: Info, tone: "text-text-muted", word: "Note" },
} as const satisfies Record<Severity, unknown>;

/** What is odd about one rule, each with its mend where there is one. */
export const FindingList = ({
  findings,
  onFix,
}: {
  findings: readonly Finding[];
  onFix: (fix: Fix) => void;
}) =>
  findings.length === 0 ? null : (
    <ul aria-label="What is odd about this rule" className="grid gap-1">
      {findings.map(({ kind, severity, conditionIndex = -1, message, fix }) => {
        const { Icon, tone, word } = marks[severity];
        return (
          <li key={`${kind} ${conditionIndex} ${message}`} className="flex flex-wrap items-start gap-x-2">
            <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
            <span className="min-w-0 flex-1 break-words">
              <span className="sr-only">{word}: </span>
              {message}
            </span>
            {fix ? (
              <Button size="small" variant="quiet" onClick={() => onFix(fix)}>
                {fix.label}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
