// What a condition offers to choose from; anything else can be typed as well.
import { useQuery } from "@tanstack/react-query";
import { targetValues } from "#contract/condition.ts";
import { queryAll } from "#console/foundation/api/query.ts";
import type { Option } from "#console/foundation/forms/select.tsx";
import { knownEnvironments } from "./environments.ts";
import { countries } from "./country-names.ts";

const same = (values: readonly string[]): Option<string>[] =>
  values.map((value) => ({ value, label: value }));

const browsers = same(["Chrome", "Safari", "Firefox", "Edge", "Opera", "Samsung Internet"]);
const systems = same(["iOS", "Android", "macOS", "Windows", "Linux", "ChromeOS"]);

const isAboutSegments = (type: string) => /^(passes|fails)_segment$/.test(type);
const isAboutGates = (type: string) => /^(passes|fails)_gate$/.test(type);

/** No endpoint lists segments: those are offered that rules of gates name. */
function useSegments(isWanted: boolean): Option<string>[] {
  const { data = [] } = useQuery({ ...queryAll("listGates", { includeArchived: true }), enabled: isWanted });
  if (!isWanted) return [];
  const named = data
    .flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions))
    .flatMap((condition) => (isAboutSegments(condition.type) ? targetValues(condition) : []));
  return same([...new Set(named)].sort());
}

function useGroups(experiment: string | undefined): Option<string>[] {
  const { data = [] } = useQuery({
    ...queryAll("listExperiments", {}),
    enabled: experiment !== undefined,
  });
  return same(data.find(({ id }) => id === experiment)?.groups?.map(({ name }) => name) ?? []);
}

export function useExperimentOptions(isWanted: boolean): Option<string>[] {
  const { data = [] } = useQuery({ ...queryAll("listExperiments", {}), enabled: isWanted });
  return isWanted ? data.map(({ id, name }) => ({ value: id, label: name })) : [];
}

/** `field` of a condition about the groups of an experiment is the experiment. */
export function useSuggestions(
  { type, field }: { type: string; field: string },
  gates: readonly Option<string>[],
): readonly Option<string>[] {
  const segments = useSegments(isAboutSegments(type));
  const groups = useGroups(type === "experiment_group" ? field : undefined);
  if (isAboutGates(type)) return gates;
  if (isAboutSegments(type)) return segments;
  if (type === "experiment_group") return groups;
  if (type === "country") return countries();
  if (type === "environment_tier") return same(knownEnvironments([]));
  if (type === "browser_name") return browsers;
  return type === "os_name" ? systems : [];
}
