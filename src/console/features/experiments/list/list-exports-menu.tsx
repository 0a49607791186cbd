import { useQueryClient } from "@tanstack/react-query";
import { ExportMenu } from "#console/features/experiments/export/export-menu.tsx";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { experimentFilterOf } from "./experiment-list-input.ts";
import type { ExperimentListSearch } from "./experiment-list-search.ts";
import { entryOf } from "./list-entry.ts";
import { listExports } from "./list-exports.ts";

/** Exports all matches of the filters, not only the current page. */
export function ListExportsMenu({ search }: { search: ExperimentListSearch }) {
  const client = useQueryClient();
  const readEntries = async () => {
    const all = await client.fetchQuery(queryAll("listExperimentRows", experimentFilterOf(search)));
    return all.map((experiment) => entryOf(experiment, Date.now()));
  };
  return <ExportMenu exports={listExports} exported={() => readEntries} />;
}
