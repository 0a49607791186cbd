// Every listed entity, for the palette and for close matches of an id that does not exist.
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { distance } from "fastest-levenshtein";
import { queryAll, queryPage } from "#console/foundation/api/query.ts";

export interface Listed {
  readonly section: "gates" | "dynamic_configs" | "experiments" | "events";
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1).toLowerCase().replaceAll("_", " ");

const minutes = 60_000;

/** What is listed so far; lists that cannot be read are left out, since ids work without them. */
export function useListed(): { entities: readonly Listed[]; reading: boolean } {
  const [gates, configs, experiments] = useQueries({
    queries: [
      queryOptions({ ...queryAll("listGates", { includeArchived: true }), staleTime: minutes }),
      queryOptions({ ...queryAll("listDynamicConfigs", {}), staleTime: minutes }),
      queryOptions({ ...queryAll("listExperiments", {}), staleTime: minutes }),
    ],
  });
  const events = useQuery({ ...queryPage("listEvents", { limit: 100 }), staleTime: minutes });
  const eventNames = [...new Set((events.data?.data ?? []).map((event) => event.name))].sort();
  return {
    reading: gates.isPending || configs.isPending || experiments.isPending,
    entities: [
      ...(gates.data ?? []).map(({ id, name, status }): Listed => ({
        section: "gates",
        id,
        name,
        state: sentence(status),
      })),
      ...(configs.data ?? []).map(({ id, name, isEnabled }): Listed => ({
        section: "dynamic_configs",
        id,
        name: name ?? id,
        state: isEnabled ? "On" : "Off",
      })),
      ...(experiments.data ?? []).map(({ id, name, status }): Listed => ({
        section: "experiments",
        id,
        name,
        state: sentence(status),
      })),
      ...eventNames.map((name): Listed => ({ section: "events", id: name, name, state: "Recently logged" })),
    ],
  };
}

/** The entities whose id or name is closest to what was typed, at most five. */
export function closest(typed: string, entities: readonly Listed[]): Listed[] {
  const wanted = typed.toLowerCase();
  const far = (entity: Listed) =>
    entity.id.toLowerCase().includes(wanted) || wanted.includes(entity.id.toLowerCase())
      ? 0
      : Math.min(distance(wanted, entity.id.toLowerCase()), distance(wanted, entity.name.toLowerCase()));
  return entities
    .map((entity) => ({ entity, far: far(entity) }))
    .filter(({ far }) => far <= Math.max(3, wanted.length / 2))
    .sort((left, right) => left.far - right.far)
    .slice(0, 5)
    .map(({ entity }) => entity);
}
