// Converts the user in an app's request to the user that rules evaluate.
import type { AppUser } from "#contract/evaluation-request.ts";
import type { Origin } from "#service/http/origin.ts";
import { withDerived } from "#targeting/evaluate/derived-attributes.ts";
import type { User } from "#targeting/evaluate/places.ts";

/** Returns the custom attributes of a user with the private ones. A private attribute is dropped if a custom one has its name, as
 *  written or in lower case: libraries look up both. */
function withPrivate({ custom, privateAttributes }: AppUser) {
  if (!privateAttributes) return custom ?? undefined;
  const isStated = (name: string) =>
    (custom?.[name] ?? custom?.[name.toLowerCase()] ?? undefined) !== undefined;
  return {
    ...Object.fromEntries(Object.entries(privateAttributes).filter(([name]) => !isStated(name))),
    ...custom,
  };
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

interface Stated {
  readonly user: AppUser;
  /** The id that the library generated itself. */
  readonly stableID?: string | null | undefined;
  readonly origin?: Origin | undefined;
  /** The environment of the key, for users without one. */
  readonly environment: string;
  /** Time of the request, in ms. */
  readonly time: number;
}

export function customIDsOf({ user, stableID }: Pick<Stated, "user" | "stableID">) {
  const { customIDs } = user;
  return stableID && isEmpty(customIDs?.["stableID"]) ? { ...customIDs, stableID } : (customIDs ?? undefined);
}

/** Choice: if a user has no address or user agent, those of the HTTP request are used. */
export function userOf({ user, stableID, origin, environment, time }: Stated): User {
  const { statsigEnvironment, privateAttributes: _private, ...attributes } = user;
  const tier = statsigEnvironment?.["tier"];
  return withDerived({
    ...attributes,
    ip: isEmpty(user.ip) ? origin?.ip : user.ip,
    userAgent: isEmpty(user.userAgent) ? origin?.userAgent : user.userAgent,
    customIDs: customIDsOf({ user, stableID }),
    custom: withPrivate(user),
    environment: typeof tier === "string" && tier !== "" ? tier : environment,
    time,
  });
}
