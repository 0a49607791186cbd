// How many of the recent users get each value of a config, in production and as it is stored.
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { query } from "#console/foundation/api/query.ts";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";

export interface RuleUsers {
  total: number;
  /** Of a rule by its base id, of a variant by its id; undefined of one that is not stored, null where that may be for want of an attribute. */
  of: (id: string | undefined) => number | null | undefined;
  /** Attributes that the rules read and no event tells. */
  unreported: readonly string[];
  /** Those who get the default value. */
  otherwise: number;
}

/** Undefined until they are counted, and where there are none. */
export function useRuleUsers(id: string): RuleUsers | undefined {
  // Asked for when nobody waits for anything else, and drawn row by row.
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
