// Decides whether a user meets a condition. A condition is prepared once and then tested for many users.
import { targetValues, type Condition } from "#contract/condition.ts";
import { isJudged, operators, type Answer, type NotJudged } from "./operators.ts";
import { isMissing } from "./values.ts";

/** Attributes may be of any type, as clients and logged events send them. */
export interface User {
  readonly userID?: unknown;
  readonly customIDs?: Readonly<Record<string, unknown>> | undefined;
  readonly email?: unknown;
  readonly ip?: unknown;
  readonly country?: unknown;
  readonly locale?: unknown;
  readonly appVersion?: unknown;
  readonly browserName?: unknown;
  readonly browserVersion?: unknown;
  readonly osName?: unknown;
  readonly osVersion?: unknown;
  readonly deviceModel?: unknown;
  readonly userAgent?: unknown;
  readonly custom?: Readonly<Record<string, unknown>> | undefined;
  readonly environment?: string | undefined;
  /** Time of the request, ms since the epoch. */
  readonly time?: number | undefined;
  /** Group names by the id of the experiment. */
  readonly experimentGroups?: Readonly<Record<string, string>> | undefined;
}

type AttributeReader = (user: User) => unknown;

const userAttributes = [
  "userID",
  "email",
  "ip",
  "country",
  "locale",
  "appVersion",
  "browserName",
  "browserVersion",
  "osName",
  "osVersion",
  "deviceModel",
  "userAgent",
  "environment",
] as const satisfies readonly (keyof User)[];
type UserAttribute = (typeof userAttributes)[number];
const attributeNames: ReadonlySet<string> = new Set(userAttributes);

export const isUserAttribute = (name: string): name is UserAttribute => attributeNames.has(name);

type Attributes = Readonly<Record<string, unknown>> | undefined;

/** Reads an attribute that the record itself has; only names such as "constructor" could come from elsewhere. */
const own = (key: string): ((record: Attributes) => unknown) =>
  key in Object.prototype
    ? (record) => (record && Object.hasOwn(record, key) ? record[key] : undefined)
    : (record) => record?.[key];

/** Choice: an attribute that the user does not carry is looked up once more in lower case, as clients do. */
function named(key: string) {
  const lower = key.toLowerCase();
  const [exact, otherwise] = [own(key), own(lower)];
  return lower === key ? exact : (record: Attributes) => exact(record) ?? otherwise(record);
}

/** Choice: a custom field of the name of a user's own attribute is that attribute. */
export function fieldReader(field: string): AttributeReader {
  const custom = named(field);
  if (!isUserAttribute(field)) return (user) => custom(user.custom);
  return (user) => user[field] ?? custom(user.custom);
}

export const isUserID = (idType: string): boolean => /^user_?id$/i.test(idType);

/** Reads a user's unit. Choice: an id type other than userID is one of the custom ids. */
export function unitReader(idType: string): AttributeReader {
  const custom = named(idType);
  return isUserID(idType) ? (user) => user.userID : (user) => custom(user.customIDs);
}

/** Choice: a user without an environment is in production, as clients without a tier are. */
export const environmentOf = (user: User): string => user.environment ?? "production";

export type Test = (user: User) => Answer;

export interface PreparedCondition {
  readonly condition: Condition;
  readonly test: Test;
  /** Reads the value that the condition compares. */
  readonly value: AttributeReader;
}

/** Decides a gate for a user, by the gate's id. */
type GateTest = (gateID: string) => Test;

/** The attribute that each type reads, and the one that clients derive it from when it is missing. */
const sources: Readonly<Record<string, { attribute: UserAttribute; otherwise?: UserAttribute }>> = {
  user_id: { attribute: "userID" },
  email: { attribute: "email" },
  app_version: { attribute: "appVersion" },
  browser_name: { attribute: "browserName", otherwise: "userAgent" },
  browser_version: { attribute: "browserVersion", otherwise: "userAgent" },
  os_name: { attribute: "osName", otherwise: "userAgent" },
  os_version: { attribute: "osVersion", otherwise: "userAgent" },
  country: { attribute: "country", otherwise: "ip" },
  ip_address: { attribute: "ip" },
  locale: { attribute: "locale" },
  device_model: { attribute: "deviceModel" },
};

const unread = {
  userAgent: { notJudged: "Clients read it from the user agent, which is not done here" },
  ip: { notJudged: "Clients look it up by IP address, which is not done here" },
} as const;

/** The attribute that conditions of a type read, where it is always the same one. */
export const attributeOf = (type: string): UserAttribute | undefined =>
  Object.hasOwn(sources, type) ? sources[type]?.attribute : undefined;

/** Reads the value of a condition; undefined for types that read no value of the user. */
function valueReader({ type, field, customID }: Condition): AttributeReader | undefined {
  if (type === "custom_field") return fieldReader(field ?? "");
  if (type === "unit_id") return unitReader(customID ?? "");
  if (type === "environment_tier") return environmentOf;
  if (type === "time") return (user) => user.time;
  if (type === "experiment_group")
    return ({ experimentGroups }) =>
      experimentGroups && Object.hasOwn(experimentGroups, field ?? "")
        ? experimentGroups[field ?? ""]
        : undefined;
  const attribute = attributeOf(type);
  return attribute && fieldReader(attribute);
}

/** The reason why a missing value is unknown instead of absent; undefined where it is absent. */
function unknownWithout({ type }: Condition, user: User): NotJudged | undefined {
  if (type === "time") return { notJudged: "No time is given" };
  if (type === "experiment_group") return { notJudged: "The group of the user is not known" };
  const otherwise = Object.hasOwn(sources, type) ? sources[type]?.otherwise : undefined;
  if (otherwise !== "userAgent" && otherwise !== "ip") return undefined;
  return isMissing(user[otherwise]) ? undefined : unread[otherwise];
}

/** Choice: where a condition names several gates, one that passes (or fails) is enough, as in clients. */
function gateTest(targets: readonly string[], wanted: boolean, decide: GateTest): Test {
  const tests = targets.map(decide);
  return (user) => {
    let unsure: NotJudged | undefined;
    for (const test of tests) {
      const answer = test(user);
      if (answer === wanted) return true;
      if (!isJudged(answer)) unsure ??= answer;
    }
    return unsure ?? false;
  };
}

const cannotBeJudged = (condition: Condition, notJudged: string): PreparedCondition => {
  const answer = { notJudged };
  return { condition, test: () => answer, value: () => undefined };
};

/** Prepares a condition. Segments, scripts and types of another service are never judged; the answer gives the reason. */
export function prepareCondition(condition: Condition, decide: GateTest): PreparedCondition {
  const { type } = condition;
  const targets = targetValues(condition);
  if (type === "public") return { condition, test: () => true, value: () => undefined };
  if (type === "passes_gate" || type === "fails_gate")
    return { condition, test: gateTest(targets, type === "passes_gate", decide), value: () => undefined };
  if (type === "passes_segment" || type === "fails_segment")
    return cannotBeJudged(condition, "Who is in a segment is not known here");
  const read = valueReader(condition);
  if (!read) return cannotBeJudged(condition, `Conditions of the type ${type} are kept, not judged here`);
  const operator = condition.operator?.toLowerCase() ?? "";
  const holds = operators.get(operator)?.(targets);
  if (!operator) return cannotBeJudged(condition, "It has no operator");
  if (!holds) return cannotBeJudged(condition, `The operator ${operator} is kept, not judged here`);
  const test: Test = (user) => {
    const value = read(user);
    return (isMissing(value) ? unknownWithout(condition, user) : undefined) ?? holds(value);
  };
  return { condition, test, value: read };
}
