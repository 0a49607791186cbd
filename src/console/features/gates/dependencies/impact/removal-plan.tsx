// The order in which a gate and everything that refers to it can be removed. The list is derived from the dependencies,
// so that completed steps disappear by themselves.
import { useDependencies } from "#console/features/gates/dependencies/model/use-dependencies.ts";
import { memo, useMemo } from "react";
import { removalPlan, type RemovalStep } from "#targeting/dependencies/removal-plan.ts";
import type { DependencyGraph, DependencyNode } from "#targeting/dependencies/graph.ts";
import { EntityIcon } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { EntityLink } from "#console/features/gates/dependencies/model/entity-link.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

/** The steps as a Markdown checklist. */
const checklist = (steps: readonly RemovalStep[]) =>
  steps.map(({ message }) => `- [ ] ${message}`).join("\n");

interface StepsProps {
  steps: readonly RemovalStep[];
  label: string;
  start: DependencyNode;
}

const Steps = ({ steps, label, start }: StepsProps) => (
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
              .filter((node) => node !== start)
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

/** Lists the steps required before archiving the gate and, collapsed, those for removing everything that refers to it. */
const Plan = memo(function Plan({ dependents }: { dependents: DependencyGraph }) {
  const { start, nodes, truncations } = dependents;
  const steps = useMemo(() => removalPlan(dependents), [dependents]);
  const needed = steps.filter(({ isNeeded }) => isNeeded);
  const before = needed.length - 1;
  const note = nodes.size === 1 ? "Nothing refers to it." : "What is done leaves this list by itself.";
  return (
    <section aria-labelledby="removal-plan">
      <SectionHead
        id="removal-plan"
        title="To remove this gate"
        note={before > 0 ? `${plural(before, "step")} first. ${note}` : note}
        action={<CopyButton text={checklist(needed)} label="Copy as checklist" />}
      />
      {truncations.length > 0 ? (
        <p className="pb-2 text-warning">
          Not everything could be read, so steps may be missing. See what was not read.
        </p>
      ) : null}
      <Steps start={start} steps={needed} label="Before the gate can go" />
      {steps.length > needed.length ? (
        <details className="pt-2">
          <summary className="min-h-8 content-center text-text-muted pointer-coarse:min-h-11">
            With all that depends on it: {plural(steps.length, "step")}
          </summary>
          <Steps start={start} steps={steps} label="Before the gate and all that depends on it can go" />
        </details>
      ) : null}
    </section>
  );
});

/** Shown at the end of the page once the dependencies are loaded; the overview reports a failure to load them. */
export function RemovalPlan({ gateID }: { gateID: string }) {
  const { dependencies } = useDependencies(gateID);
  return dependencies ? <Plan dependents={dependencies.dependents} /> : null;
}
