// In which order a gate and what asks about it can go. The list is read from the references: what is done leaves it by itself.
import { memo, useMemo } from "react";
import { removalPlan, type RemovalStep } from "#targeting/dependencies/removal-plan.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import { EntityIcon } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { plural } from "#console/features/gates/dependencies/model/node-text.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";

/** As Markdown, to be ticked off elsewhere. */
const checklist = (steps: readonly RemovalStep[]) =>
  steps.map(({ message }) => `- [ ] ${message}`).join("\n");

interface StepsProps {
  steps: readonly RemovalStep[];
  label: string;
  startKey: string;
}

const Steps = ({ steps, label, startKey }: StepsProps) => (
  <ol aria-label={label} className="border-t border-border [contain:content]">
    {steps.map(({ nodes, message }, index) => (
      <li key={message} className="flex gap-3 border-b border-border py-2">
        <span aria-hidden className="figures w-5 shrink-0 text-right text-text-muted">
          {index + 1}
        </span>
        <span className="min-w-0 flex-1 break-words">
          {message}
          <span className="flex flex-wrap gap-x-4 text-12">
            {nodes
              .filter(({ key }) => key !== startKey)
              .map((node) => (
                <span key={node.key} className="inline-flex items-center gap-1">
                  <EntityIcon kind={node.kind} />
                  <EntityLink node={node} />
                </span>
              ))}
          </span>
        </span>
      </li>
    ))}
  </ol>
);

/** What must happen before the gate can be archived and, folded, before all that hangs on it can go too. */
export const RemovalPlan = memo(function RemovalPlan({
  dependencyGraphs,
}: {
  dependencyGraphs: Dependencies;
}) {
  const { steps, isComplete } = useMemo(() => removalPlan(dependencyGraphs.dependents), [dependencyGraphs]);
  const needed = steps.filter(({ isNeeded }) => isNeeded);
  const before = needed.length - 1;
  const isAlone = dependencyGraphs.dependents.nodes.size === 1;
  const startKey = dependencyGraphs.dependents.start.key;
  return (
    <section aria-labelledby="removal-plan">
      <SectionHead
        id="removal-plan"
        title="To remove this gate"
        note={
          before > 0
            ? `${plural(before, "step")} first. What is done leaves this list by itself.`
            : isAlone
              ? "Nothing asks about it."
              : "What is done leaves this list by itself."
        }
        action={<CopyButton text={checklist(needed)} label="Copy as checklist" />}
      />
      {isComplete && dependencyGraphs.tellsConfigs ? null : (
        <p className="pb-2 text-warning">
          Not everything could be read, so steps may be missing. See where reading stopped.
        </p>
      )}
      <Steps startKey={startKey} steps={needed} label="Before the gate can go" />
      {steps.length > needed.length ? (
        <details className="pt-2">
          <summary className="min-h-8 content-center text-text-muted pointer-coarse:min-h-11">
            With all that hangs on it: {plural(steps.length, "step")}
          </summary>
          <Steps startKey={startKey} steps={steps} label="Before the gate and all that hangs on it can go" />
        </details>
      ) : null}
    </section>
  );
});
