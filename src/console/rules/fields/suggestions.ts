// The values that a condition offers; anything else can be typed as well.
import { useQuery } from "@tanstack/react-query";
import { targetValues } from "#contract/condition.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import type { Option } from "#console/foundation/forms/select.tsx";
import { knownEnvironments } from "./environments.ts";
import { countries } from "./country-names.ts";

const same = (values: readonly string[]): Option<string>[] =>
  values.map((value) => ({ value, label: value }));

const browsers = same(["Chrome", "Safari", "Firefox", "Edge", "Opera", "Samsung Internet"]);
const systems = same(["iOS", "Android", "macOS", "Windows", "Linux", "ChromeOS"]);

const isAboutSegments = (type: string) => /^(passes|fails)_segment$/.test(type);

/** Experiments to choose from, read only where they are wanted. */
export const useExperiments = (isWanted: boolean) =>
  useQuery({ ...queryAll("listExperiments", {}), enabled: isWanted });

interface Suggesting {
  type: string;
  /** The experiment of a condition about its groups. */
  field: string;
}

/**
 * The options, and whether they could not be read: what is wanted can only be typed then. `except` is the gate whose rule it is: a
 * gate that refers to itself is of no use.
 */
export function useSuggestions({ type, field }: Suggesting, except: string | undefined) {
  const [isGate, isSegment] = [refersToGates({ type }), isAboutSegments(type)];
  const isGroup = type === "experiment_group";
  const gates = useQuery({
    ...queryAll("listGates", { includeArchived: true }),
    enabled: isGate || isSegment,
  });
  const experiments = useExperiments(isGroup);
  const options = (): readonly Option<string>[] => {
    if (isGate)
      return (gates.data ?? [])
        .filter(({ id }) => id !== except)
        .map(({ id, name }) => ({ value: id, label: name }));
    if (isSegment) {
      // No endpoint lists segments: those are offered that rules of gates name.
      const named = (gates.data ?? [])
        .flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions))
        .flatMap((condition) => (isAboutSegments(condition.type) ? targetValues(condition) : []));
      return same([...new Set(named)].sort());
    }
    if (isGroup) {
      const groups = experiments.data?.find(({ id }) => id === field)?.groups ?? [];
      return same(groups.map(({ name }) => name));
    }
    if (type === "country") return countries();
    if (type === "environment_tier") return same(knownEnvironments([]));
    if (type === "browser_name") return browsers;
    return type === "os_name" ? systems : [];
  };
  const isUnread = isGroup ? experiments.isError : (isGate || isSegment) && gates.isError;
  return { options: options(), isUnread };
}
