import { useQuery } from "@tanstack/react-query";
import type { GateDependencies } from "#contract/gate-dependencies.ts";
import { dependencyGraphs, type Dependencies } from "#targeting/dependencies/graph.ts";
import { query } from "#console/foundation/api/query.ts";

export interface ReadDependencies {
  /** undefined until they are read. */
  readonly dependencies: Dependencies | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

const graphsOf = ({ data }: { readonly data: GateDependencies }) => dependencyGraphs(data);

/** The dependencies of a gate in both directions. */
export function useDependencies(gateID: string): ReadDependencies {
  const { data, error, refetch } = useQuery({
    ...query("readGateDependencies", { id: gateID }),
    select: graphsOf,
    structuralSharing: false,
  });
  return { dependencies: data, error: data ? null : error, again: () => void refetch() };
}
