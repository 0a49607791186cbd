import { usePlace } from "#console/app/navigation/place.ts";
import { ListSkeleton } from "#console/foundation/table/list-page.tsx";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

/** Stands where a page will be while its code is fetched: a list under its title, or the head of one entity and its parts. */
export function PendingPage() {
  const { section, id } = usePlace();
  if (!section || id === undefined) return <ListSkeleton title={section?.label} label="Loading the page" />;
  return (
    <>
      <LoadingHead label="Loading the page" />
      <div className="h-22" />
      <SkeletonRows rows={8} label="Loading its parts" />
    </>
  );
}
