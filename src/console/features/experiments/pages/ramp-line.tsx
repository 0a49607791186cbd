// The ramp plan on the experiment's page: its current step, the next step and its time, or why it has stopped.
import { Link } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import { nextRampStep } from "#contract/experiment-ramp.ts";
import { stepWords } from "#console/features/experiments/lifecycle/ramp-words.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText, plural } from "#console/foundation/ui/wording.ts";

const underWay: readonly string[] = ["setup", "active", "assignment_stopped"];

const Action = ({ action, children }: { action: string; children: string }) => (
  <Link
    from="/$company/experiments/$id"
    to="."
    search={(before: object) => ({ ...before, action })}
    resetScroll={false}
    className={`${buttonClass("outlined", "small")} print:hidden`}
  >
    {children}
  </Link>
);

export function RampLine({ experiment }: { experiment: Experiment }) {
  const { rampPlan, allocation, status } = experiment;
  const next = nextRampStep(experiment);
  if (!rampPlan || !next || !underWay.includes(status)) return null;
  const now = percentText(allocation ?? 100);
  if (rampPlan.isStopped) {
    const { stopReason, stoppedBy, stopTime } = rampPlan;
    return (
      <section aria-label="Ramp plan" className="py-3">
        <Notice
          tone="warning"
          title={`The ramp plan is stopped at ${now}`}
          action={
            <>
              <Action action="ramp">Continue …</Action>
              <Action action="abandon">Abandon …</Action>
            </>
          }
        >
          {stopReason ? `${stopReason}. ` : ""}
          {stoppedBy ? `By ${stoppedBy}` : ""}
          {typeof stopTime === "number" ? `, ${formatDateTime(stopTime)}` : ""}. No step is taken until
          somebody continues it.
        </Notice>
      </section>
    );
  }
  const isTimed = typeof next.time === "number";
  const after = rampPlan.steps.filter((step) => step.allocation > next.allocation).length;
  return (
    <section
      aria-label="Ramp plan"
      className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 border-b border-border py-1.5"
    >
      <b className="font-strong">Ramp plan</b>
      <span>
        {now} {status === "setup" ? "from the start" : "now"}, next {stepWords(next)}
        {after > 0 ? `, then ${plural(after, "step")} more` : ""}
      </span>
      <span className="text-text-muted">
        {status === "assignment_stopped"
          ? "Waits while assignment is paused"
          : rampPlan.stopsAtGuardrail
            ? "Stops where a guardrail is clearly worse"
            : "No guardrail stops it"}
      </span>
      <span className="ml-auto flex flex-wrap gap-2 max-tablet:ml-0">
        {isTimed || status === "setup" ? null : (
          <Action action="grow">{`Go on to ${percentText(next.allocation)} …`}</Action>
        )}
        <Action action="ramp">Change …</Action>
        {status === "setup" ? null : <Action action="stop_ramp">Stop …</Action>}
      </span>
    </section>
  );
}
