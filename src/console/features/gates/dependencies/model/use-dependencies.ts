import { useQuery } from "@tanstack/react-query";
import type { GateDependencies } from "#contract/gate-dependencies.ts";
import { dependencyGraphs } from "#targeting/dependencies/graph.ts";
import { query } from "#console/foundation/api/query.ts";

const graphsOf = ({ data }: { readonly data: GateDependencies }) => dependencyGraphs(data);

/** The dependencies of a gate in both directions; undefined until they are read. */
export function useDependencies(gateID: string) {
  const { data, error, refetch } = useQuery({
    ...query("readGateDependencies", { id: gateID }),
    select: graphsOf,
    structuralSharing: false,
  });
  return { dependencies: data, error: data ? null : error, again: () => void refetch() };
}
export type ReadDependencies = ReturnType<typeof useDependencies>;
