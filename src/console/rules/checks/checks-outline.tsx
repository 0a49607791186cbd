import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";

/** Placeholder of the checks tab while its code and data are loading. */
export const ChecksOutline = () => (
  <div className="pt-4">
    <SkeletonBlock className="h-72" label="Loading the checks" />
  </div>
);
