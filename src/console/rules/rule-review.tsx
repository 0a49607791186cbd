import type { Rule } from "#contract/rule.ts";
import type { NameOf } from "./condition-words.ts";
import { PercentChange } from "./percent-change.tsx";
import { ruleChanges } from "./rule-draft.ts";

export interface RuleReviewProps {
  before: Rule;
  /** The rule as the service's dry run answered it. */
  after: Rule;
  nameOf: NameOf;
}

/** What a save would change about a rule. */
export function RuleReview({ before, after, nameOf }: RuleReviewProps) {
  const changes = ruleChanges(before, after, nameOf);
  return (
    <>
      <p className="text-text-muted">
        The service checked this change and would accept it. Nothing is stored yet.
      </p>
      <dl className="grid gap-4">
        {changes.map(({ what, before: today, after: saved }) => (
          <div key={what}>
            <dt className="mb-1 text-12 font-medium">{what}</dt>
            <dd className="overflow-hidden rounded border border-border break-words">
              <p className="bg-removed-tint px-3 py-1.5">
                <span className="mr-2 text-12 text-text-muted">Today</span>
                <del className="no-underline">{today}</del>
              </p>
              <p className="bg-added-tint px-3 py-1.5">
                <span className="mr-2 text-12 text-text-muted">After saving</span>
                <ins className="font-medium no-underline">{saved}</ins>
              </p>
            </dd>
          </div>
        ))}
      </dl>
      {changes.length === 0 && <p>Saving would change nothing that is shown here.</p>}
      <PercentChange was={before.passPercentage} now={after.passPercentage} />
    </>
  );
}
