import { memo } from "react";
import type { PlanPanelProps } from "#console/features/experiments/plan/draft-plan.ts";
import { PowerPanel } from "#console/features/experiments/plan/power/power-panel.tsx";
import { PreflightPanel } from "#console/features/experiments/plan/preflight/preflight-panel.tsx";

/** Panels beside the form: the effect that the plan can detect, and what may make it fail. */
export const PlanAside = memo(function PlanAside(props: PlanPanelProps) {
  return (
    <aside
      aria-label="Power and pre-flight"
      className="min-w-0 border-border pb-6 max-[1240px]:border-t min-[1241px]:border-l min-[1241px]:pl-6"
    >
      <div className="min-[1241px]:sticky min-[1241px]:top-bar">
        <PowerPanel {...props} />
        <div className="border-t border-border">
          <PreflightPanel {...props} />
        </div>
      </div>
    </aside>
  );
});
