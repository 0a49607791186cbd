import { useMemo, useState, type ReactNode } from "react";
import type { User } from "#targeting/evaluate/places.ts";
import type { RuleTrace } from "#targeting/evaluate/rules.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { ReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import { RecentUsers } from "./recent-users.tsx";
import { referencedAttributes, type WithRules } from "./referenced-attributes.ts";
import { RuleTraces } from "./rule-traces.tsx";
import { userOf, type TypedUser } from "./typed-user.ts";
import { useDerived } from "./use-derived.ts";
import { UserFields } from "./user-fields.tsx";

interface EvaluateUserProps<Explanation> {
  /** The gate, config or experiment to evaluate, including unsaved changes. */
  owner: WithRules;
  gates: ReferencedGates;
  explain: (user: User) => Explanation;
  typed: TypedUser;
  onType: (typed: TypedUser) => void;
  /** Heading of the result. */
  title: string;
  isDraft: boolean;
  /** Renders the result. */
  children: (explanation: Explanation) => ReactNode;
  /** Shown below the rules. */
  after?: ReactNode;
}

/**
 * Evaluates a gate, config or experiment for one user, typed or picked from recent ones, and shows the result beside the form.
 * Only the user agent and the IP address are sent to the service, which derives attributes from them.
 */
export function EvaluateUser<Explanation extends { rules: readonly RuleTrace[] }>({
  owner,
  gates,
  explain,
  typed,
  onType,
  title,
  isDraft,
  children,
  after,
}: EvaluateUserProps<Explanation>) {
  const [now] = useState(() => Date.now());
  const attributes = useMemo(() => referencedAttributes(owner, gates.byID), [owner, gates.byID]);
  const { derived, error, again } = useDerived(typed, attributes);
  const explanation = explain(userOf(typed, now, derived));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 tablet:grid-cols-[288px_minmax(0,1fr)]">
      <section aria-label="The user" className="pb-4">
        <SectionHead title="The user" />
        <p className="pb-3 text-12 text-text-muted">
          What the rules and the gates behind them look at. An empty field is an attribute that the user does
          not carry.
        </p>
        <div className="pb-3">
          <RecentUsers attributes={attributes} userID={typed["userID"]} onTake={onType} />
        </div>
        <UserFields attributes={attributes} typed={typed} derived={derived} onChange={onType} />
        {error ? (
          <p className="pt-3 text-12 text-text-muted">
            The service could not read the user agent and the address.{" "}
            <Button size="small" variant="quiet" onClick={again}>
              Retry
            </Button>
          </p>
        ) : null}
      </section>
      <section aria-label={title} aria-live="polite" className="min-w-0 pb-6">
        <SectionHead
          title={title}
          note={isDraft ? "With your draft, as it stands now." : "As it is stored now."}
        />
        {children(explanation)}
        {explanation.rules.length > 0 ? (
          <RuleTraces traces={explanation.rules} nameOf={gates.nameOf} />
        ) : null}
        {after}
      </section>
    </div>
  );
}
