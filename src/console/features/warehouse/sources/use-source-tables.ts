// Loads the tables that stored sources read, for the scripts for the warehouse admin.
import { useQuery } from "@tanstack/react-query";
import { queryAll } from "#console/foundation/api/query-all.ts";

interface Source {
  readonly sourceType?: string | null | undefined;
  readonly tableName?: string | null | undefined;
}

export interface SourceTables {
  /** Tables of the sources that are loaded. */
  readonly tables: readonly string[];
  /** Number of the sources that are loaded whose SQL names tables that are not listed. */
  readonly texts: number;
  readonly isLoading: boolean;
  /** Set if a list of sources could not be read; its tables are missing. */
  readonly failure?: Error | undefined;
  readonly retry?: () => void;
}

/** Sources name tables of the warehouse in use only; for another one there are none. */
export const noSourceTables: SourceTables = { tables: [], texts: 0, isLoading: false };

export function useSourceTables(): SourceTables {
  const mayFail = { throwOnError: false };
  const reads = [
    useQuery({ ...queryAll("listAssignmentSources", {}), ...mayFail }),
    useQuery({ ...queryAll("listMetricSources", {}), ...mayFail }),
    useQuery({ ...queryAll("listEntityProperties", {}), ...mayFail }),
  ];
  const sources = reads.flatMap(({ data = [] }): readonly Source[] => data);
  const tables = sources.flatMap(({ sourceType, tableName }) =>
    sourceType === "table" && tableName ? [tableName] : [],
  );
  const texts = sources.filter(({ sourceType }) => sourceType !== "table").length;
  const failed = reads.filter(({ isLoadingError }) => isLoadingError);
  return {
    tables: [...new Set(tables)].sort(),
    texts,
    isLoading: reads.some(({ isPending }) => isPending),
    failure: failed[0]?.error ?? undefined,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
