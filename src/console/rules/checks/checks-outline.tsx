import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";

/** Stands where the checks will, until their code and their numbers are there. */
export const ChecksOutline = () => (
  <div className="pt-4">
    <SkeletonBlock className="h-72" label="Loading the checks" />
  </div>
);
