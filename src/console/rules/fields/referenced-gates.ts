// The gates and segments that rules refer to, with all that lie behind them, whole: what is needed to word, lint and evaluate the rules.
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { askedIn, gateIDsIn, segmentIDsIn, type ReferringRule } from "#targeting/evaluate/references.ts";
import { segmentGate } from "#targeting/rules-document/segments.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import type { NameOf } from "./condition-words.ts";

type KnownGates = ReadonlyMap<string, Gate>;

type DependenciesInput = { id: string; direction?: "dependencies" };

/** Undefined where the gate does not exist. */
async function readDependencies(client: QueryClient, input: DependenciesInput) {
  try {
    return (await client.fetchQuery(query("readGateDependencies", input))).data;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The segment as a gate that passes whoever is in it; undefined where it does not exist. */
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

/** Gates by id, segments by name; those that do not exist are left out. */
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

/** By id; gates that do not exist are left out. */
async function readReferencedGates(
  client: QueryClient,
  wanted: readonly string[],
  owner: string | undefined,
): Promise<KnownGates> {
  // Where they cannot be read, which their own part of the page says, the gates are read one by one.
  const own =
    owner === undefined ? undefined : await readDependencies(client, { id: owner }).catch(() => undefined);
  const covered = new Set(own && [own.start, ...own.dependencies.entities].map(({ id }) => id));
  const others = wanted.filter((id) => !covered.has(id));
  const more = await Promise.all(
    others.map((id) => readDependencies(client, { id, direction: "dependencies" })),
  );
  return new Map([own, ...more].flatMap((answer) => answer?.gates ?? []).map((gate) => [gate.id, gate]));
}

/** The same from what was read lately, without waiting; undefined where something has to be read. */
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

/** `owner` is the id of the gate whose rules they are: its page reads its dependencies anyway, which cover most of them. */
export function useReferencedGates(rules: readonly ReferringRule[], owner?: string) {
  const client = useQueryClient();
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ["referenced gates", owner, askedIn(rules)],
    queryFn: () => readReferenced(client, rules, owner),
    initialData: () => cachedGates(client, rules, owner),
    placeholderData: keepPreviousData,
  });
  const byID = data ?? none;
  const nameOf = useMemo<NameOf>(() => (id) => (byID.get(id) ?? byID.get(`segment:${id}`))?.name, [byID]);
  return {
    /** As far as they are known by now. */
    byID,
    /** Whether all that the rules refer to was read, so that one that is not there does not exist. */
    isComplete: data !== undefined && !isPlaceholderData,
    /** Whether the names that were asked for first are there, or will not come. */
    isRead: data !== undefined || error !== null,
    /** The same function while the gates are the same. */
    nameOf,
    error,
    retry: () => void refetch(),
  };
}
export type ReferencedGates = ReturnType<typeof useReferencedGates>;
