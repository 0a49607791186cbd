// One walk per gate for all that shows it; leaving the page ends it.
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { readReach, type PartOfReach, type Reach } from "./reach.ts";

export interface ReadReach {
  readonly gateID: string;
  /** undefined until everything was read that can be. */
  readonly reach: Reach | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

/** Long walks are not repeated with every look; every save reads anew. */
const staleTime = 60_000;

const partKey = (gateID: string) => ["part of reach", gateID];

export function useReach(gateID: string): ReadReach {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["reach", gateID],
    queryFn: ({ signal }) =>
      readReach(gateID, {
        signal,
        onPart: (part) => client.setQueryData<PartOfReach>(partKey(gateID), part),
      }),
    staleTime,
    structuralSharing: false,
  });
  return { gateID, reach: data, error: data ? null : error, again: () => void refetch() };
}

/** What a reading has found by now, for those who show it: it changes several times a second. */
export function usePartOfReach(gateID: string): PartOfReach | undefined {
  const { data } = useQuery<PartOfReach>({
    queryKey: partKey(gateID),
    queryFn: skipToken,
    structuralSharing: false,
  });
  return data;
}
