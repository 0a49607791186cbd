// Defines users and the places in a user that conditions read; generated example users are filled in at the same places.
import type { Condition } from "#contract/condition.ts";

/** The attributes besides the custom fields, as clients send them. */
const sentAttributes = ["userID", "email", "ip", "country", "locale", "appVersion", "userAgent"] as const;
type SentAttribute = (typeof sentAttributes)[number];
const attributeNames: ReadonlySet<string> = new Set(sentAttributes);
const isSentAttribute = (name: string): name is SentAttribute => attributeNames.has(name);

/** Adds the attributes that are derived from others unless a custom field provides them. */
type UserAttribute =
  | SentAttribute
  | "browserName"
  | "browserVersion"
  | "osName"
  | "osVersion"
  | "deviceModel";

type Attributes = Readonly<Record<string, unknown>> | undefined;

/** The attributes that other attributes are derived from. */
type Source = "userAgent" | "ip";

/** Maps each derived attribute to the attribute that it is derived from if the user lacks it. */
const sources: ReadonlyMap<string, Source> = new Map([
  ["browserName", "userAgent"],
  ["browserVersion", "userAgent"],
  ["osName", "userAgent"],
  ["osVersion", "userAgent"],
  ["country", "ip"],
]);
export const sourceOf = (attribute: string): Source | undefined => sources.get(attribute);

/** Values may have any type, as clients and logged events send them. */
export interface User extends Readonly<Partial<Record<UserAttribute, unknown>>> {
  /** Name of the environment. */
  readonly environment?: string | undefined;
  /** Attributes derived from user agent and IP address. If absent, a missing attribute with a source counts as unknown. */
  readonly derived?: Readonly<Partial<Record<UserAttribute, string | undefined>>> | undefined;
  /** Sources that the user has but no event recorded; attributes derived from them are unknown as well. */
  readonly unrecorded?: readonly Source[];
  readonly customIDs?: Attributes;
  readonly custom?: Attributes;
  /** Time of the request, ms since the epoch. */
  readonly time?: number | undefined;
  /** Group names by the id of the experiment. */
  readonly experimentGroups?: Readonly<Record<string, string>> | undefined;
}

export interface Place {
  /** Equal for all conditions that read the same place. */
  readonly key: string;
  readonly read: (user: User) => unknown;
  readonly put: (user: User, value: unknown) => User;
}

/** Reads an own property of the record; the explicit check is needed only for names such as "constructor". */
const own = (key: string): ((record: Attributes) => unknown) =>
  key in Object.prototype
    ? (record) => (record && Object.hasOwn(record, key) ? record[key] : undefined)
    : (record) => record?.[key];

/** Choice: an attribute that the user lacks is looked up again by its name in lower case, as in clients. */
function named(key: string) {
  const lower = key.toLowerCase();
  const [exact, otherwise] = [own(key), own(lower)];
  return lower === key ? exact : (record: Attributes) => exact(record) ?? otherwise(record);
}

/** The place of a user attribute, with the custom field of the given name as fallback. */
function attributePlace(attribute: UserAttribute, field: string): Place {
  const custom = named(field);
  return {
    key: attribute,
    read: (user) => user[attribute] ?? custom(user.custom),
    put: (user, value) => ({ ...user, [attribute]: value }),
  };
}

/** Choice: a custom field with the name of an attribute that clients send is read as that attribute. */
export function fieldPlace(field: string): Place {
  if (isSentAttribute(field)) return attributePlace(field, field);
  const custom = named(field);
  return {
    key: `custom.${field}`,
    read: (user) => custom(user.custom),
    put: (user, value) => ({ ...user, custom: { ...user.custom, [field]: value } }),
  };
}

export const isUserID = (idType: string): boolean => /^user_?id$/i.test(idType);

/** The place of a user's unit. Choice: an id type other than userID is a custom id. */
export function unitPlace(idType: string): Place {
  if (isUserID(idType)) return { ...attributePlace("userID", "userID"), read: (user) => user.userID };
  const custom = named(idType);
  return {
    key: `customIDs.${idType}`,
    read: (user) => custom(user.customIDs),
    put: (user, value) => ({ ...user, customIDs: { ...user.customIDs, [idType]: value } }),
  };
}

/** Choice: a user without an environment is in production, like clients without a tier. */
export const environmentOf = (user: User): string => user.environment || "production";

export const environmentPlace: Place = {
  key: "environment",
  read: environmentOf,
  put: (user, value) => ({ ...user, environment: typeof value === "string" ? value : undefined }),
};

function groupPlace(experiment: string): Place {
  const group = own(experiment);
  return {
    key: `experimentGroups.${experiment}`,
    read: (user) => group(user.experimentGroups),
    put: (user, value) =>
      typeof value === "string"
        ? { ...user, experimentGroups: { ...user.experimentGroups, [experiment]: value } }
        : user,
  };
}

const timePlace: Place = {
  key: "time",
  read: (user) => user.time,
  put: (user, value) => ({ ...user, time: typeof value === "number" ? value : undefined }),
};

/** The attribute that a condition reads, by condition type. */
const attributes: ReadonlyMap<string, UserAttribute> = new Map([
  ["email", "email"],
  ["app_version", "appVersion"],
  ["browser_name", "browserName"],
  ["browser_version", "browserVersion"],
  ["os_name", "osName"],
  ["os_version", "osVersion"],
  ["country", "country"],
  ["ip_address", "ip"],
  ["locale", "locale"],
  ["device_model", "deviceModel"],
]);

/** Returns the attribute that conditions of a type always read, if there is one. */
export const attributeOf = (type: string): UserAttribute | undefined =>
  type === "user_id" ? "userID" : attributes.get(type);

/** Returns the place that a condition reads; undefined if the condition reads no value of the user. */
export function placeOf({ type, field, customID }: Condition): Place | undefined {
  if (type === "custom_field") return fieldPlace(field ?? "");
  if (type === "user_id") return unitPlace("userID");
  if (type === "unit_id") return unitPlace(customID ?? "");
  if (type === "environment_tier") return environmentPlace;
  if (type === "experiment_group") return groupPlace(field ?? "");
  if (type === "time") return timePlace;
  const attribute = attributes.get(type);
  // Clients look for a browser, system or device in the custom field named like the condition type.
  const place = attribute && attributePlace(attribute, isSentAttribute(attribute) ? attribute : type);
  return place && { ...place, read: (user) => place.read(user) ?? user.derived?.[attribute] };
}
