import { Computing } from "#console/features/experiments/results/view-settings/computing.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

/** Stands in place of results that the service still computes. Leaving the page ends the computation, too: its request is taken back. */
export const ComputingResults = ({ id }: { id: string }) => (
  <>
    <Computing
      id={id}
      title="Computing the results"
      note="They are cached: next time they appear at once. Leaving this page stops the computation."
    />
    <SkeletonRows rows={8} label="Loading the results" />
  </>
);
