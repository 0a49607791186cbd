// The frame of a list page: its head with how many there are and, until they are read, the shape of the table.
import { Suspense, type ReactNode } from "react";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

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

interface ListHeadProps {
  title: string;
  /** Of one that is listed, such as "gate". */
  noun: string;
  /** Archived ones included, which are listed on request only. */
  total: number;
  archived: number;
}

export const ListHead = ({ title, noun, total, archived }: ListHeadProps) => (
  <PageHead
    title={title}
    state={
      <span className="figures text-text-muted max-tablet:hidden">
        {plural(total - archived, noun)}
        {archived ? `, and ${formatCount(archived)} archived` : ""}
      </span>
    }
  />
);
