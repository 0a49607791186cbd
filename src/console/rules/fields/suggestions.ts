// The values that a condition offers; anything else can be typed as well.
import { useQuery } from "@tanstack/react-query";
import { targetValues } from "#contract/condition.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";
import { queryAll } from "#console/foundation/api/query.ts";
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

interface Suggestions {
  options: readonly Option<string>[];
  /** They could not be read: what is wanted can only be typed. */
  isUnread: boolean;
}

const offered = (options: readonly Option<string>[]): Suggestions => ({ options, isUnread: false });

interface Suggesting {
  type: string;
  /** The experiment of a condition about its groups. */
  field: string;
}

/** `except` is the gate whose rule it is: a gate that asks about itself is of no use. */
export function useSuggestions({ type, field }: Suggesting, except: string | undefined): Suggestions {
  const isWanted = refersToGates({ type }) || isAboutSegments(type);
  const gates = useQuery({ ...queryAll("listGates", { includeArchived: true }), enabled: isWanted });
  const experiments = useExperiments(type === "experiment_group");
  if (refersToGates({ type }))
    return {
      options: (gates.data ?? []).flatMap(({ id, name }) =>
        id === except ? [] : [{ value: id, label: name }],
      ),
      isUnread: gates.isError,
    };
  if (isAboutSegments(type)) {
    // No endpoint lists segments: those are offered that rules of gates name.
    const named = (gates.data ?? [])
      .flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions))
      .flatMap((condition) => (isAboutSegments(condition.type) ? targetValues(condition) : []));
    return { options: same([...new Set(named)].sort()), isUnread: gates.isError };
  }
  if (type === "experiment_group") {
    const groups = experiments.data?.find(({ id }) => id === field)?.groups ?? [];
    return { options: same(groups.map(({ name }) => name)), isUnread: experiments.isError };
  }
  if (type === "country") return offered(countries());
  if (type === "environment_tier") return offered(same(knownEnvironments([])));
  if (type === "browser_name") return offered(browsers);
  return offered(type === "os_name" ? systems : []);
}
