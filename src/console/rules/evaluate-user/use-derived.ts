// Derives browser, operating system and country of a test user through the service, exactly as for users of apps.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DerivedAttributes } from "#contract/event.ts";
import { sourceOf } from "#targeting/evaluate/places.ts";
import { query } from "#console/foundation/api/query.ts";
import type { ReferencedAttribute } from "./referenced-attributes.ts";
import type { TypedUser } from "./typed-user.ts";

const nothing: DerivedAttributes = {};

/** Loads the derived attributes; `derived` is undefined until loaded. */
export function useDerived(typed: TypedUser, attributes: readonly ReferencedAttribute[]) {
  const read = new Set(attributes.map(({ path }) => sourceOf(path)));
  const { userAgent, ip } = typed;
  const sent = {
    ...(read.has("userAgent") && userAgent && { userAgent: userAgent.slice(0, 1000) }),
    ...(read.has("ip") && ip && { ip: ip.slice(0, 100) }),
  };
  const isNeeded = Object.keys(sent).length > 0;
  const { data, error, refetch } = useQuery({
    ...query("readDerivedAttributes", sent),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    // Keeps the previous result visible while the user types.
    placeholderData: keepPreviousData,
  });
  return {
    derived: isNeeded ? data?.data : nothing,
    error: isNeeded ? error : null,
    again: () => void refetch(),
  };
}
