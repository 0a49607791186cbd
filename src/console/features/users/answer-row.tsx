// One gate, config or experiment with its answer to a user in a sentence; expanded, it shows each rule.
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { unmatchedAttributes } from "#console/rules/evaluate-user/never-seen.ts";
import type { RuleTrace } from "#targeting/evaluate/rules.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { andList } from "#console/foundation/ui/wording.ts";
import { RuleTraces } from "#console/rules/evaluate-user/rule-traces.tsx";

const route = getRouteApi("/$company/users/$id");

const tones = { yes: "font-medium text-text", no: "text-text-muted", unknown: "font-medium text-warning" };

export interface Answered {
  id: string;
  name: string;
  to: "/$company/gates/$id" | "/$company/dynamic_configs/$id" | "/$company/experiments/$id";
  answer: string;
  tone: keyof typeof tones;
  reason: string;
  rules: readonly RuleTrace[];
}

interface AnswerRowProps {
  answered: Answered;
  nameOf: NameOf;
  /** Content below the rules. */
  children?: ReactNode;
}

export function AnswerRow({
  answered: { id, name, to, answer, tone, reason, rules },
  nameOf,
  children,
}: AnswerRowProps) {
  const { company } = route.useParams();
  const [isOpen, setOpen] = useState(false);
  const unseen = unmatchedAttributes(rules);
  return (
    <li className="border-b border-border py-1">
      <div className="flex min-h-7 items-center gap-x-1">
        <Expander label={`Why ${name}: ${answer}`} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <Link
          to={to}
          params={{ company, id }}
          className="min-w-0 truncate text-accent hover:underline"
          title={name}
        >
          {name}
        </Link>
        <span className={`ml-auto max-w-40 shrink-0 truncate text-right ${tones[tone]}`} title={answer}>
          {answer}
        </span>
      </div>
      <p className="pl-9 text-12 text-pretty break-words text-text-muted">
        {reason}
        {unseen.length > 0 ? (
          <>
            . Never seen: <b className="font-medium text-warning">{andList(unseen)}</b>
          </>
        ) : null}
      </p>
      {isOpen ? (
        <div className="pt-2 pl-9">
          {rules.length > 0 ? (
            <RuleTraces traces={rules} nameOf={nameOf} />
          ) : (
            <p className="text-text-muted">No rule is asked.</p>
          )}
          {children}
        </div>
      ) : null}
    </li>
  );
}
