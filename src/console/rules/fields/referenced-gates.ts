// The gates that rules refer to, and those behind them, whole: their names, and all that it takes to lint the rules and to judge a user.
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { gateIDsIn, type ReferringRule } from "#targeting/evaluate/references.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import type { NameOf } from "./condition-words.ts";

/** Gates beyond this number count as not known. */
const most = 500;

async function readGate(client: QueryClient, id: string): Promise<Gate[]> {
  try {
    return [(await client.fetchQuery(query("readGate", { id }))).data];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** By id; gates that do not exist are left out. */
async function readReferencedGates(client: QueryClient, wanted: readonly string[]) {
  const gates = new Map<string, Gate>();
  const seen = new Set<string>();
  for (let ids = wanted; ids.length > 0 && seen.size < most;) {
    for (const id of ids) seen.add(id);
    const found = (await Promise.all(ids.map((id) => readGate(client, id)))).flat();
    for (const gate of found) gates.set(gate.id, gate);
    ids = gateIDsIn(found.flatMap(({ rules }) => rules)).filter((id) => !seen.has(id));
  }
  return gates;
}

export interface ReferencedGates {
  /** As far as they are known by now. */
  byID: ReadonlyMap<string, Gate>;
  /** All that the rules refer to was read, so that a gate that is missing here does not exist. */
  isComplete: boolean;
  /** The same function while the gates are the same. */
  nameOf: NameOf;
  error: Error | null;
  retry: () => void;
}

const none: ReadonlyMap<string, Gate> = new Map();

export function useReferencedGates(rules: readonly ReferringRule[]): ReferencedGates {
  const client = useQueryClient();
  const ids = gateIDsIn(rules);
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ["referenced gates", ids],
    queryFn: () => readReferencedGates(client, ids),
    placeholderData: keepPreviousData,
  });
  const byID = data ?? none;
  const nameOf = useMemo<NameOf>(() => (id) => byID.get(id)?.name, [byID]);
  return {
    byID,
    isComplete: data !== undefined && !isPlaceholderData,
    nameOf,
    error,
    retry: () => void refetch(),
  };
}
