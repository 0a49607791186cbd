import { useQuery } from "@tanstack/react-query";
import type { EventUser } from "#contract/event.ts";
import { query } from "#console/foundation/api/query.ts";

const textIn = (user: EventUser, name: string, most: number) => {
  const value = user.metadata[name];
  return typeof value === "string" && value ? value.slice(0, most) : undefined;
};

/** Adds the attributes that the service derives from the user agent and IP address, if the events contain these. */
export function useUserWithDerivedAttributes(user: EventUser): EventUser {
  const userAgent = textIn(user, "userAgent", 1000);
  const ip = textIn(user, "ip", 100);
  const { data } = useQuery({
    ...query("readDerivedAttributes", { ...(userAgent && { userAgent }), ...(ip && { ip }) }),
    enabled: userAgent !== undefined || ip !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? { ...user, derived: data.data } : user;
}
