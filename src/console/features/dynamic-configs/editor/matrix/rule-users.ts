// Counts how many recent users get each value of the stored config in production.
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { query } from "#console/foundation/api/query.ts";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";

export interface RuleUsers {
  total: number;
  /**
   * Returns the count of a rule by its base id or of a variant by its id: undefined if it is not stored; null if zero users are
   * known, but some attributes are not logged.
   */
  of: (id: string | undefined) => number | null | undefined;
  /** Attributes that the rules read but that are not logged. */
  unreported: readonly string[];
  /** Number of users who get the default value. */
  otherwise: number;
}

/** Loads the counts; undefined until loaded, or if there are no recent users. */
export function useRuleUsers(id: string): RuleUsers | undefined {
  // The counts are requested when the page is idle, and rendered with low priority.
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => void whenIdle(() => setIsIdle(true)), []);
  const { data } = useQuery({
    ...query("readGateAudiences", { ids: [id], kind: "dynamic_config" }),
    enabled: isIdle,
  });
  const users = useMemo((): RuleUsers | undefined => {
    const found = data?.data[0];
    const production = found?.environments[0];
    if (!found || !production || found.users === 0) return undefined;
    const { passing, unknown, rules, variants = [] } = production;
    const counts = new Map([
      ...rules.map(({ baseID, users }) => [baseID, users] as const),
      ...variants.map((variant) => [variant.id, variant.users] as const),
    ]);
    return {
      total: found.users,
      of: (id) => (id === undefined ? undefined : (counts.get(id) ?? (found.unreported.length ? null : 0))),
      unreported: found.unreported,
      otherwise: found.users - passing - unknown,
    };
  }, [data]);
  return useDeferredValue(users);
}
