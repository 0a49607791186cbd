import { usePlace } from "#console/app/navigation/place.ts";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

/** Placeholder for a page whose code is loading: a list below its title, or the head of an entity with its parts. */
export function PendingPage() {
  const { section, id } = usePlace();
  const isList = !section || id === undefined;
  return (
    <>
      {!isList ? (
        <LoadingHead label="Loading the page" />
      ) : section ? (
        <PageHead title={section.label} />
      ) : null}
      <div className={isList ? "h-11" : "h-22"} />
      <SkeletonRows rows={isList ? 20 : 8} label="Loading the page" />
    </>
  );
}
