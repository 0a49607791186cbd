// Loads a page of a list that the service filters, sorts and counts. The previous page stays while another one is loading, and
// if loading fails.
import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import type { ListCounts } from "#contract/list-counts.ts";
import type { Pagination } from "#contract/envelope.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";

const FailureNotice = lazyPart(
  "Why the list is not read",
  async () => (await import("#console/foundation/ui/failure-notice.tsx")).FailureNotice,
);

interface ListAnswer<Row> {
  data: readonly Row[];
  pagination?: Pagination | undefined;
  counts?: ListCounts | undefined;
}

interface ListedPage<Row> {
  /** Undefined until the first page is loaded; the caller handles a failure of that page. */
  rows: readonly Row[] | undefined;
  total: number;
  counts: ListCounts;
  failure: ReactNode;
  isBusy: boolean;
  /** Identifies the query that these rows answer. */
  of: string;
  /** Time when the rows were read, in ms. */
  readTime: number;
}

const noCounts: ListCounts = { inUse: 0, archived: 0, values: [], names: [] };

export function useListedPage<Answer extends ListAnswer<unknown>, Key extends readonly unknown[]>(
  options: UseQueryOptions<Answer, Error, Answer, Key>,
): ListedPage<Answer["data"][number]> {
  const read = useQuery(options);
  const [last, setLast] = useState<{ answer: Answer; of: string; readTime: number }>();
  if (read.data && !read.isPlaceholderData && read.data !== last?.answer)
    setLast({ answer: read.data, of: JSON.stringify(options.queryKey), readTime: read.dataUpdatedAt });
  if (read.error && !last) throw read.error;
  const answer = last?.answer;
  const failure =
    read.error && !read.data ? (
      <Suspense>
        <FailureNotice
          error={read.error}
          title="The list could not be read"
          retry={() => void read.refetch()}
        />
      </Suspense>
    ) : null;
  return {
    rows: answer?.data,
    total: answer?.pagination?.totalItems ?? answer?.data.length ?? 0,
    counts: answer?.counts ?? noCounts,
    failure,
    isBusy: !answer || read.isPlaceholderData,
    of: last?.of ?? "",
    readTime: last?.readTime ?? 0,
  };
}

export const countedValues = (counts: ListCounts, field: string) =>
  counts.values.find((one) => one.field === field)?.values ?? [];
