// Loads the gates and segments that rules refer to, directly or indirectly, as needed to describe, lint and evaluate the rules.
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import {
  referencesOfRules,
  gateIDsIn,
  segmentIDsIn,
  type ReferringRule,
} from "#targeting/evaluate/references.ts";
import { segmentGate } from "#targeting/rules-document/segments.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import type { NameOf } from "./condition-words.ts";

type KnownGates = ReadonlyMap<string, Gate>;

type DependenciesInput = { id: string; direction?: "dependencies" };

/** Loads the dependencies of a gate; undefined if the gate does not exist. */
async function readDependencies(client: QueryClient, input: DependenciesInput) {
  try {
    return (await client.fetchQuery(query("readGateDependencies", input))).data;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Loads a segment as a gate that its members pass; undefined if the segment does not exist. */
async function readSegment(client: QueryClient, id: string): Promise<Gate | undefined> {
  try {
    const { data } = await client.fetchQuery(query("readSegment", { id }));
    const { ids } =
      data.type === "id_list" ? (await client.fetchQuery(query("readSegmentIDs", { id }))).data : { ids: [] };
    const gate = segmentGate({ ...data, ids });
    return { ...gate, name: data.name, rules: [...gate.rules] };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Loads the referenced gates and segments, by id; those that do not exist are left out. */
async function readReferenced(
  client: QueryClient,
  rules: readonly ReferringRule[],
  owner: string | undefined,
): Promise<KnownGates> {
  const gates = await readReferencedGates(client, gateIDsIn(rules), owner);
  const wanted = segmentIDsIn([...rules, ...[...gates.values()].flatMap((gate) => gate.rules)]);
  const segments = await Promise.all(wanted.map((id) => readSegment(client, id)));
  return new Map([...gates.values(), ...segments].flatMap((gate) => (gate ? [[gate.id, gate]] : [])));
}

/** Loads the referenced gates, by id; those that do not exist are left out. */
async function readReferencedGates(
  client: QueryClient,
  wanted: readonly string[],
  owner: string | undefined,
): Promise<KnownGates> {
  // If the owner's dependencies cannot be loaded, which another part of the page reports, the gates are loaded one by one.
  const own =
    owner === undefined ? undefined : await readDependencies(client, { id: owner }).catch(() => undefined);
  const covered = new Set(own && [own.start, ...own.dependencies.entities].map(({ id }) => id));
  const others = wanted.filter((id) => !covered.has(id));
  const more = await Promise.all(
    others.map((id) => readDependencies(client, { id, direction: "dependencies" })),
  );
  return new Map([own, ...more].flatMap((answer) => answer?.gates ?? []).map((gate) => [gate.id, gate]));
}

/** Returns the referenced gates from the query cache, synchronously; undefined if anything is missing there. */
function cachedGates(
  client: QueryClient,
  rules: readonly ReferringRule[],
  owner: string | undefined,
): KnownGates | undefined {
  const wanted = gateIDsIn(rules);
  const inputs: DependenciesInput[] =
    owner === undefined ? wanted.map((id) => ({ id, direction: "dependencies" })) : [{ id: owner }];
  const answers = inputs.map((input) => client.getQueryData(query("readGateDependencies", input).queryKey));
  const gates = new Map(answers.flatMap((answer) => answer?.data.gates ?? []).map((gate) => [gate.id, gate]));
  const asksSegments = [{ rules }, ...gates.values()].some((one) => segmentIDsIn(one.rules).length > 0);
  return answers.every(Boolean) && wanted.every((id) => gates.has(id)) && !asksSegments ? gates : undefined;
}

const none: KnownGates = new Map();

/** `owner` is the id of the gate that contains the rules; its page loads its dependencies anyway, which cover most references. */
export function useReferencedGates(rules: readonly ReferringRule[], owner?: string) {
  const client = useQueryClient();
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ["referenced gates", owner, referencesOfRules(rules)],
    queryFn: () => readReferenced(client, rules, owner),
    initialData: () => cachedGates(client, rules, owner),
    placeholderData: keepPreviousData,
  });
  const byID = data ?? none;
  const nameOf = useMemo<NameOf>(() => (id) => (byID.get(id) ?? byID.get(`segment:${id}`))?.name, [byID]);
  return {
    /** The gates and segments loaded so far. */
    byID,
    /** Whether everything that the rules refer to is loaded, so that a missing gate does not exist. */
    isComplete: data !== undefined && !isPlaceholderData,
    /** Whether the first load has finished or failed. */
    isRead: data !== undefined || error !== null,
    /** Stable as long as the gates are unchanged. */
    nameOf,
    error,
    retry: () => void refetch(),
  };
}
export type ReferencedGates = ReturnType<typeof useReferencedGates>;
