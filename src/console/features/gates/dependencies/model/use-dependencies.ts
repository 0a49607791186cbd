import { useQuery } from "@tanstack/react-query";
import type { GateDependencies } from "#contract/gate-dependencies.ts";
import { dependencyGraphs } from "#targeting/dependencies/graph.ts";
import { query } from "#console/foundation/api/query.ts";

const graphsOf = ({ data }: { readonly data: GateDependencies }) => dependencyGraphs(data);

/** Loads the dependencies of a gate in both directions; undefined until loaded. */
export function useDependencies(gateID: string) {
  const { data, error, refetch } = useQuery({
    ...query("readGateDependencies", { id: gateID }),
    select: graphsOf,
    structuralSharing: false,
  });
  return { dependencies: data, error: data ? null : error, again: () => void refetch() };
}
export type ReadDependencies = ReturnType<typeof useDependencies>;
