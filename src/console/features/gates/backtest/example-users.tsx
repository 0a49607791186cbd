// Generates, for each rule, one example user whom it matches and one who narrowly misses it.
import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import {
  exampleUsersOf,
  type ExampleOrReason,
  type ExampleUser,
} from "#targeting/example-users/example-users.ts";
import { conditionParts, textOf, type NameOf } from "#console/rules/fields/condition-words.ts";
import type { ReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import { typedOf, type TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";

interface ExampleUsersProps {
  /** The gate with the draft's changes. */
  gate: Gate;
  gates: ReferencedGates;
  onTry: (typed: TypedUser) => void;
}

/** Describes a user by attributes: "country DE, plan paid". */
const userText = (typed: TypedUser) =>
  Object.entries(typed)
    .map(([path, text]) => `${path.slice(path.indexOf(".") + 1)} ${text}`)
    .join(", ") || "a user without any attribute";

function missedText(
  { reason, conditionIndex = 0 }: ExampleUser,
  rule: Rule,
  nameOf: NameOf,
): string | undefined {
  const condition = rule.conditions[conditionIndex];
  if (reason === "condition" && condition) return `misses “${textOf(conditionParts(condition, nameOf))}”`;
  if (reason === "environment") return "is in another environment";
  return reason === "percentage" ? "is left out by the percentage" : undefined;
}

interface ExampleUserLineProps {
  label: string;
  found: ExampleOrReason;
  rule: Rule;
  nameOf: NameOf;
  onTry: (typed: TypedUser) => void;
}

function ExampleUserLine({ label, found, rule, nameOf, onTry }: ExampleUserLineProps) {
  if ("none" in found)
    return (
      <p className="text-text-muted">
        {label}: {found.none}
      </p>
    );
  const typed = typedOf(found.example.user);
  const missed = missedText(found.example, rule, nameOf);
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-text-muted">{label}</span>
      <span className="min-w-0 break-words">
        {userText(typed)}
        {missed ? <span className="text-text-muted">: {missed}</span> : null}
      </span>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Try the user: ${label.toLowerCase()}, rule ${rule.name}`}
        onClick={() => onTry(typed)}
      >
        Try
      </Button>
    </p>
  );
}

export function ExampleUsers({ gate, gates: { byID, nameOf }, onTry }: ExampleUsersProps) {
  const examples = useMemo(() => exampleUsersOf(gate, byID), [gate, byID]);
  if (gate.rules.length === 0) return null;
  return (
    <section aria-labelledby="made-up-users">
      <SectionHead
        id="made-up-users"
        title="Made-up users"
        note="For each rule one whom it takes, and one who just misses it."
      />
      <ol className="border-t border-border">
        {examples.map(({ ruleIndex, passes, misses }) => {
          const rule = gate.rules[ruleIndex];
          if (!rule) return null;
          const shared = { rule, nameOf, onTry };
          return (
            <li key={baseIDOf(rule)} className="border-b border-border py-2.5">
              <p>
                Rule {ruleIndex + 1} <b className="font-strong">{rule.name}</b>
              </p>
              <ExampleUserLine label="Takes" found={passes} {...shared} />
              <ExampleUserLine label="Just misses" found={misses} {...shared} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
