import { Check, CircleHelp, Minus, X } from "lucide-react";
import { targetValues, type Condition } from "#contract/condition.ts";
import type { ConditionTrace, RuleTrace } from "#targeting/evaluate/rules.ts";
import { conditionParts, textOf, type NameOf } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { capitalise, percentText } from "#console/foundation/ui/wording.ts";

const results = {
  decides: "decides",
  "does not match": "does not fit",
  "not judged": "cannot be judged",
  "not reached": "not asked any more",
} as const;

const marks = {
  passed: { Icon: Check, tone: "text-ok", word: "holds" },
  failed: { Icon: X, tone: "text-danger", word: "does not hold" },
  "not judged": { Icon: CircleHelp, tone: "text-warning", word: "cannot be judged" },
} as const;

const seen = (value: unknown) => (typeof value === "string" ? `“${value}”` : JSON.stringify(value));

function Line({
  result,
  text,
  note,
}: {
  result: keyof typeof marks;
  text: string;
  note?: string | undefined;
}) {
  const { Icon, tone, word } = marks[result];
  return (
    <li className="flex gap-2">
      <Icon size={14} aria-hidden className={`mt-1 shrink-0 ${tone}`} />
      <span className="min-w-0 wrap-anywhere">
        {capitalise(text)}
        <span className="sr-only"> {word}</span>
        {note ? <span className="text-text-muted">{note}</span> : null}
      </span>
    </li>
  );
}

/** Replaces gate ids in a reason by names; if the condition refers to only one gate, its id is removed, as it is already named. */
function inWords(reason: string, condition: Condition, nameOf: NameOf): string {
  const referenced = targetValues(condition);
  return referenced.reduce(
    (text, id) => text.replace(`${id}: `, referenced.length > 1 ? `${nameOf(id) ?? id}: ` : ""),
    reason,
  );
}

function noteOf({ condition, value, reason, result }: ConditionTrace, nameOf: NameOf): string | undefined {
  if (reason) return `: ${inWords(reason, condition, nameOf)}`;
  if (condition.type === "public") return undefined;
  if (value !== undefined) return `: here it is ${seen(value)}`;
  return result === "failed" ? ": the user has none" : undefined;
}

/** Describes where a unit falls within 100 %, and whether the rule's percentage includes it. */
function percentageText(bucket: number, percent: number): string {
  const place = percentText(bucket / 100);
  return percent >= 100
    ? "Takes everyone who fits"
    : `Takes ${percentText(percent)}, and this unit stands at ${place}: ${bucket < percent * 100 ? "taken" : "left out"}`;
}

/** Lists the rules: which one decides, and why each one before it did not match. */
export const RuleTraces = ({ traces, nameOf }: { traces: readonly RuleTrace[]; nameOf: NameOf }) => (
  <ol aria-label="Rule by rule" className="border-t border-border">
    {traces.map(({ rule, result, environment, conditions, bucket }, index) => (
      <li
        key={rule.id}
        className={`border-b border-border py-2.5 ${result === "not reached" ? "text-text-muted" : ""}`}
      >
        <p className="flex flex-wrap items-baseline gap-x-2">
          {result === "not reached" ? (
            <Minus size={14} aria-hidden className="self-center text-text-faint" />
          ) : null}
          <span>
            Rule {index + 1} <b className="font-strong wrap-anywhere">{rule.name}</b>
          </span>
          <span className={result === "decides" ? "font-medium text-accent" : "text-text-muted"}>
            {results[result]}
          </span>
        </p>
        {conditions.length > 0 || environment === "failed" || bucket !== undefined ? (
          <ul className="grid gap-0.5 pt-1 pl-1">
            {environment === "failed" ? (
              <Line result="failed" text={`only in ${environmentsText(rule.environments)}`} />
            ) : null}
            {conditions.map((trace) => (
              <Line
                key={JSON.stringify(trace.condition)}
                result={trace.result}
                text={textOf(conditionParts(trace.condition, nameOf))}
                note={noteOf(trace, nameOf)}
              />
            ))}
            {bucket === undefined ? null : (
              <Line
                result={bucket < rule.passPercentage * 100 ? "passed" : "failed"}
                text={percentageText(bucket, rule.passPercentage)}
              />
            )}
          </ul>
        ) : null}
      </li>
    ))}
  </ol>
);
