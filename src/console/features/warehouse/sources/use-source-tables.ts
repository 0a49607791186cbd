// Loads the tables that stored sources read, for the scripts for the warehouse admin.
import { useQuery } from "@tanstack/react-query";
import { queryAll } from "#console/foundation/api/query-all.ts";

interface Source {
  readonly sourceType?: string | null | undefined;
  readonly tableName?: string | null | undefined;
}

/** Undefined until loaded; sources that failed to load are left out. */
export function useSourceTables(): readonly string[] | undefined {
  const mayFail = { throwOnError: false };
  const reads = [
    useQuery({ ...queryAll("listAssignmentSources", {}), ...mayFail }),
    useQuery({ ...queryAll("listMetricSources", {}), ...mayFail }),
    useQuery({ ...queryAll("listEntityProperties", {}), ...mayFail }),
  ];
  if (reads.some(({ isPending }) => isPending)) return undefined;
  const sources = reads.flatMap(({ data = [] }): readonly Source[] => data);
  const tables = sources.flatMap(({ sourceType, tableName }) =>
    sourceType === "table" && tableName ? [tableName] : [],
  );
  return [...new Set(tables)].sort();
}
