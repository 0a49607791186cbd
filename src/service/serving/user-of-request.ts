// The user of a request of an app, as rules see one.
import type { AppUser } from "#contract/evaluation-request.ts";
import type { Origin } from "#service/http/origin.ts";
import { withDerived } from "#targeting/evaluate/derived-attributes.ts";
import type { User } from "#targeting/evaluate/places.ts";

/** Private attributes count where no other attribute has their name, in whatever case libraries look for it. */
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
  /** That the library made itself. */
  readonly stableID?: string | null | undefined;
  readonly origin?: Origin | undefined;
  /** Of the key: where the user names none. */
  readonly environment: string;
  /** ms. */
  readonly time: number;
}

export function customIDsOf({ user, stableID }: Pick<Stated, "user" | "stableID">) {
  const { customIDs } = user;
  return stableID && isEmpty(customIDs?.["stableID"]) ? { ...customIDs, stableID } : (customIDs ?? undefined);
}

/** Choice: an address and a user agent that the user does not carry are those of the request. */
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
