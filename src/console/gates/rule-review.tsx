import type { NameOf } from "#console/rules/condition-words.ts";
import { PercentChange } from "#console/rules/percent-change.tsx";
import { ruleChanges } from "#console/rules/rule-draft.ts";
import type { RuleEdit } from "./use-rule-edit.ts";

/** What a save would change, as the service's dry run answered it. */
export function RuleReview({ edit: { base, accepted }, nameOf }: { edit: RuleEdit; nameOf: NameOf }) {
  if (!accepted) return null;
  const changes = ruleChanges(base, accepted.rule, nameOf);
  return (
    <>
      <p className="text-text-muted">
        The service checked this change and would accept it. Nothing is stored yet.
      </p>
      <dl className="grid gap-4">
        {changes.map(({ what, before, after }) => (
          <div key={what}>
            <dt className="mb-1 text-12 font-medium">{what}</dt>
            <dd className="overflow-hidden rounded border border-border break-words">
              <p className="bg-removed-tint px-3 py-1.5">
                <span className="mr-2 text-12 text-text-muted">Today</span>
                <del className="no-underline">{before}</del>
              </p>
              <p className="bg-added-tint px-3 py-1.5">
                <span className="mr-2 text-12 text-text-muted">After saving</span>
                <ins className="font-medium no-underline">{after}</ins>
              </p>
            </dd>
          </div>
        ))}
      </dl>
      {changes.length === 0 && <p>Saving would change nothing that is shown here.</p>}
      <PercentChange was={base.passPercentage} now={accepted.rule.passPercentage} />
    </>
  );
}
