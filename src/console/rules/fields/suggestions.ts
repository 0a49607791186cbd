// Suggested values for a condition; any other value can be typed as well.
import { useQuery } from "@tanstack/react-query";
import { refersToGates, refersToSegments } from "#targeting/evaluate/references.ts";
import type { FoundEntity } from "#contract/search.ts";
import { query, queryPage } from "#console/foundation/api/query.ts";
import type { Option } from "#console/foundation/forms/select.tsx";
import { knownEnvironments } from "./environments.ts";
import { countries } from "./country-names.ts";

const same = (values: readonly string[]): Option<string>[] =>
  values.map((value) => ({ value, label: value }));

const browsers = same(["Chrome", "Safari", "Firefox", "Edge", "Opera", "Samsung Internet"]);
const systems = same(["iOS", "Android", "macOS", "Windows", "Linux", "ChromeOS"]);

/** Number of suggested entities; typing searches for more. */
const offered = 50;

const byName = ({ id, name }: FoundEntity): Option<string> => ({ value: id, label: name });

interface Choosing {
  kind: "gate" | "dynamic_config" | "experiment" | "layer";
  /** Selected ids, whose names are loaded too. */
  chosen: readonly string[];
  typed: string;
  isWanted: boolean;
}

/** Loads the entities of a kind that match the typed text. */
export function useEntityOptions({ kind, chosen, typed, isWanted }: Choosing) {
  const found = useQuery({
    ...queryPage("search", { kind, text: typed.slice(0, 200), limit: offered }),
    enabled: isWanted,
  });
  const names = useQuery({
    ...queryPage("readNames", { kind, ids: [...chosen] }),
    enabled: isWanted && chosen.length > 0,
  });
  const known = [...(names.data?.data ?? []), ...(found.data?.data.entities ?? [])].map(byName);
  const options = [...new Map(known.map((option) => [option.value, option])).values()];
  return { options, isError: found.isError };
}

interface Suggesting {
  type: string;
  /** Id of the experiment, for a condition about experiment groups. */
  field: string;
  values: readonly string[];
}

/**
 * Returns the options, and whether loading them failed, in which case values can only be typed. `except` is the gate that
 * contains the rule, since a gate that refers to itself is useless.
 */
export function useSuggestions(
  { type, field, values }: Suggesting,
  { typed, except }: { typed: string; except: string | undefined },
) {
  const [isGate, isSegment] = [refersToGates({ type }), refersToSegments({ type })];
  const isGroup = type === "experiment_group";
  const gates = useEntityOptions({ kind: "gate", chosen: values, typed, isWanted: isGate });
  const segments = useQuery({ ...queryPage("listSegments", { limit: 100 }), enabled: isSegment });
  const experiments = useQuery({
    ...query("listExperiments", { search: field }),
    enabled: isGroup && field !== "",
  });
  const options = (): readonly Option<string>[] => {
    if (isGate) return gates.options.filter(({ value }) => value !== except);
    if (isSegment) return (segments.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
    if (isGroup) {
      const groups = experiments.data?.data.find(({ id }) => id === field)?.groups ?? [];
      return same(groups.map(({ name }) => name));
    }
    if (type === "country") return countries();
    if (type === "environment_tier") return same(knownEnvironments([]));
    if (type === "browser_name") return browsers;
    return type === "os_name" ? systems : [];
  };
  const isUnread = [isGroup && experiments, isGate && gates, isSegment && segments].some(
    (read) => read && read.isError,
  );
  return { options: options(), isUnread };
}
