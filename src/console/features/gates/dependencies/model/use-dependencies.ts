// One walk per gate for all that shows it; leaving the page ends it.
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { readDependencies, type PartialDependencies, type Dependencies } from "./dependencies.ts";

export interface ReadDependencies {
  readonly gateID: string;
  /** undefined until everything was read that can be. */
  readonly dependencyGraphs: Dependencies | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

/** Long walks are not repeated with every look; every save reads anew. */
const staleTime = 60_000;

const partKey = (gateID: string) => ["part of reach", gateID];

export function useDependencies(gateID: string): ReadDependencies {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["reach", gateID],
    queryFn: ({ signal }) =>
      readDependencies(gateID, {
        signal,
        onPart: (part) => client.setQueryData<PartialDependencies>(partKey(gateID), part),
      }),
    staleTime,
    structuralSharing: false,
  });
  return { gateID, dependencyGraphs: data, error: data ? null : error, again: () => void refetch() };
}

/** What a reading has found by now, for those who show it: it changes several times a second. */
export function usePartialDependencies(gateID: string): PartialDependencies | undefined {
  const { data } = useQuery<PartialDependencies>({
    queryKey: partKey(gateID),
    queryFn: skipToken,
    structuralSharing: false,
  });
  return data;
}
