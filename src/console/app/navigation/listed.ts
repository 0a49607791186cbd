// Every listed entity, for the palette and for close matches of an id that does not exist.
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { distance } from "fastest-levenshtein";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { configState, experimentState, gateStateText } from "#console/foundation/ui/entity-state.ts";

export interface Listed {
  readonly section: "gates" | "dynamic_configs" | "experiments" | "events";
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

const listed = (section: Listed["section"], id: string, name: string, state: string): Listed => ({
  section,
  id,
  name,
  state,
});

const staleTime = 60_000;

/** The entities listed so far; lists that cannot be read are left out, since ids work without them. */
export function useListed() {
  const [gates, configs, experiments] = useQueries({
    queries: [
      queryOptions({ ...queryAll("listGates", { includeArchived: true }), staleTime }),
      queryOptions({ ...queryAll("listDynamicConfigs", { includeArchived: true }), staleTime }),
      queryOptions({ ...queryAll("listExperiments", {}), staleTime }),
    ],
  });
  const events = useQuery({ ...queryPage("listEvents", { limit: 100 }), staleTime });
  const eventNames = [...new Set((events.data?.data ?? []).map(({ name }) => name))].sort();
  return {
    gates: gates.data,
    configs: configs.data,
    experiments: experiments.data,
    isReading: gates.isPending || configs.isPending || experiments.isPending,
    entities: [
      ...(gates.data ?? []).map((gate) => listed("gates", gate.id, gate.name, gateStateText(gate))),
      ...(configs.data ?? []).map(({ id, name, ...config }) =>
        listed("dynamic_configs", id, name ?? id, configState(config)),
      ),
      ...(experiments.data ?? []).map(({ id, name, status }) =>
        listed("experiments", id, name, experimentState(status)),
      ),
      ...eventNames.map((name) => listed("events", name, name, "Recently logged")),
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
