// The frame of a list page: until its rows are read, the shape of the table.
import { Suspense, type ReactNode } from "react";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

interface ListSkeletonProps {
  title: string | undefined;
  label?: string;
}

export const ListSkeleton = ({ title, label = `Loading the ${title?.toLowerCase()}` }: ListSkeletonProps) => (
  <>
    {title ? <PageHead title={title} /> : null}
    <div className="h-11" />
    <SkeletonRows rows={20} label={label} />
  </>
);

/** Shows the skeleton while `children` read what they list. */
export const ListPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Suspense fallback={<ListSkeleton title={title} />}>{children}</Suspense>
);
