// Converts a logged batch to rows: events, checks of gates and configs, and assignments, which are exposures of users in a group
// of an experiment. Pure.
import type { LoggedBatch, LoggedEvent, LoggedUser } from "#contract/logged-event.ts";
import { readLoggedEvent } from "#contract/read-logged-event.ts";
import type { NewCheck } from "#service/database/check-counts.ts";
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import type { RefusedEvent } from "#service/http/rejections.ts";
import type { Origin } from "#service/http/origin.ts";
import type { RefusalCounts } from "#service/http/sender.ts";
import { refusalOf } from "./refused-event.ts";
import { attributesOf } from "./stored-attributes.ts";

/** The parts of an experiment that decide whether an exposure is an assignment. */
export interface LoggedExperiment {
  idType: string;
  groupIDs: readonly string[];
  /** Names of the user properties by which the results of the experiment can be broken down. */
  properties: readonly string[];
}

/** The names of experiments and layers that events may be exposures of. */
interface ExposedNames {
  experiments: readonly string[];
  layers: readonly string[];
}

interface LoggedRows {
  events: NewEvent[];
  exposures: NewExposure[];
  checks: NewCheck[];
}

interface Received {
  /** Time of arrival by the clock of this service, in ms. */
  now: number;
  /** Time of the request by the sender's clock, in ms. */
  sentAt?: number | undefined;
  /** The environment of the key, for users without one. */
  environment: string;
  /** The library named by the headers of the request; the metadata of the batch takes precedence. */
  library: { type?: string | undefined; version?: string | undefined };
  /** The origin of a request that the user's own device made. */
  origin?: Origin | undefined;
  /** Plain names of the user attributes to store. */
  attributes: ReadonlySet<string>;
}

/** Prefix of events that libraries log by themselves. Of these, exposures to gates, configs, experiments and layers are used; all
 *  others are ignored. */
const own = "statsig::";
const exposure = `${own}config_exposure`;
const gateExposure = `${own}gate_exposure`;
const layerExposure = `${own}layer_exposure`;

/** Maximum difference of clocks that is not corrected, in ms, because the request itself takes time. */
const clockTolerance = 60_000;

/** Replaces the characters of a text that no database can store. */
const storable = (text: string) =>
  /[\0\uD800-\uDFFF]/.test(text) ? text.replace(/\0|\p{Surrogate}/gu, "\uFFFD") : text;

/** Matches the JSON escapes of characters that no database can store, and harmless texts that look like them. */
const unstorable = /\\u(0000|d[89a-f])/i;

function jsonOf(fields: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(fields);
  // The search in the JSON text avoids `storableValue` in most cases, which takes several times as long.
  return unstorable.test(json) ? JSON.stringify(storableValue(fields)) : json;
}

/** Returns a copy of a JSON value whose texts and field names every database can store. */
function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(storableValue);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storableValue(one)]));
}

interface ReadBatch {
  events: LoggedEvent[];
  /** The first refused events. */
  refused: RefusedEvent[];
  /** The numbers of all refused events. */
  refusals: RefusalCounts;
}

/** Maximum number of refused events that are kept per batch. */
const mostRefused = 100;

/** Returns the events of a batch that can be read, each with its user, and the refused ones.
 *  Choice: an event that cannot be read, or has no time or unit, is left out, and the others of its batch are stored. */
export function readEvents({ events, user, statsigMetadata }: LoggedBatch): ReadBatch {
  const refusals: RefusalCounts = new Map();
  const read: ReadBatch = { events: [], refused: [], refusals };
  for (const sent of events) {
    const found = readLoggedEvent(sent);
    const event = found && (found.user ? found : { ...found, user });
    const refused = refusalOf(sent, event, statsigMetadata?.stableID);
    if (!refused && event) read.events.push(event);
    else if (refused) {
      const count = (refusals.get(refused.reason)?.count ?? 0) + 1;
      refusals.set(refused.reason, { count, message: refused.message });
      if (read.refused.length < mostRefused) read.refused.push(refused);
    }
  }
  return read;
}

/** Returns the distinct names of the experiments and layers in the exposures of a batch. */
export function namesExposed(events: readonly LoggedEvent[]): ExposedNames {
  const named = (type: string) => [
    ...new Set(
      events.flatMap(({ eventName, metadata }) => {
        const name = eventName === type ? metadata?.["config"] : undefined;
        return typeof name === "string" ? [name] : [];
      }),
    ),
  ];
  return { experiments: named(exposure), layers: named(layerExposure) };
}

/** Converts an exposure to a layer into one to the experiment that decided the parameter; undefined if none did. Browsers log
 *  only a hash of the experiment's name, so the experiment is also found by the id of its group. */
function withoutLayer(
  event: LoggedEvent,
  experiments: ReadonlyMap<string, LoggedExperiment>,
): LoggedEvent | undefined {
  const { isExplicitParameter, allocatedExperiment, ruleID } = event.metadata ?? {};
  if (!isTrue(isExplicitParameter) || typeof ruleID !== "string") return undefined;
  const named = typeof allocatedExperiment === "string" && experiments.has(allocatedExperiment);
  const config = named
    ? allocatedExperiment
    : [...experiments].find(([, { groupIDs }]) => groupIDs.includes(ruleID))?.[0];
  return config === undefined
    ? undefined
    : { ...event, eventName: exposure, metadata: { ...event.metadata, config } };
}

const textOf = (id: string | number | null | undefined) =>
  id === null || id === undefined ? "" : storable(String(id));

/** Custom ids by type. An id that a browser generated itself is only in the metadata of the library. */
function customIDs(user: LoggedUser | null | undefined, stableID: string | null | undefined) {
  const ids = Object.entries(user?.customIDs ?? {}).map(([type, id]) => [storable(type), textOf(id)]);
  const given: Record<string, string> = Object.fromEntries(ids.filter(([, id]) => id !== ""));
  return stableID && !given["stableID"] ? { ...given, stableID: storable(stableID) } : given;
}

/** Returns the id of a unit type, found by its exact name or else regardless of case; empty if there is none. */
function unitOf(ids: Readonly<Record<string, string>>, userID: string, type: string): string {
  const name = type.toLowerCase();
  if (name === "userid") return userID;
  return ids[type] ?? Object.entries(ids).find(([other]) => other.toLowerCase() === name)?.[1] ?? "";
}

/** Time of an event in ms, converted from the sender's clock to ours, and never later than now. */
function timeOf({ time }: LoggedEvent, { now, sentAt }: Received): number {
  const stated = typeof time === "string" && !/^[0-9.]+$/.test(time) ? Date.parse(time) : Number(time ?? now);
  if (!Number.isFinite(stated)) return now;
  const error = sentAt === undefined ? 0 : now - sentAt;
  return Math.min(now, Math.trunc(Math.abs(error) > clockTolerance ? stated + error : stated));
}

function propertiesOf(user: LoggedUser | null | undefined, names: readonly string[]) {
  const stated: Record<string, unknown> = { ...user, ...user?.custom };
  const values = names.map((name) => [name, stated[name]] as const);
  return Object.fromEntries(
    values.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)),
  );
}

/** Maximum length of a text in a check; longer texts are cut. */
const longestText = 100;

const shortText = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? storable(String(value).slice(0, longestText)) : "";

const isTrue = (value: unknown) => value === true || value === "true";

/** Rule ids that libraries log for users whom no rule matched. */
const withoutRule = new Set(["default", "disabled"]);

/** Returns the check that an event reports; undefined if it names no gate or config, or the name is too long. */
function checkOf(
  { eventName, metadata }: LoggedEvent,
  library: Pick<NewCheck, "library" | "version">,
  unit: string,
  time: number,
  environment: string,
): NewCheck | undefined {
  const isGate = eventName === gateExposure;
  const { ruleID, reason, gateValue, rulePassed } = metadata ?? {};
  const id = metadata?.[isGate ? "gate" : "config"];
  const rule = shortText(ruleID);
  if (typeof id !== "string" || id === "" || id.length > longestText) return undefined;
  const passes = isGate ? isTrue(gateValue) : isTrue(rulePassed ?? !withoutRule.has(rule));
  const outcome = rule === "" ? "none" : passes ? "pass" : "fail";
  const kind = isGate ? "gate" : "config";
  const text = shortText(reason);
  return { kind, id: storable(id), rule, outcome, environment, ...library, unit, reason: text, time };
}

/** Returns the assignment that an event reports; undefined unless a group of an experiment decided, in production. */
function exposureOf(
  { user, metadata }: LoggedEvent,
  [ids, userID]: readonly [Record<string, string>, string],
  time: number,
  experiments: ReadonlyMap<string, LoggedExperiment>,
  environment: string,
): NewExposure | undefined {
  const [id, group] = [metadata?.["config"], metadata?.["ruleID"]];
  const experiment = typeof id === "string" ? experiments.get(id) : undefined;
  if (typeof id !== "string" || typeof group !== "string" || !experiment?.groupIDs.includes(group))
    return undefined;
  if (environment !== "production") return undefined;
  const unit = unitOf(ids, userID, experiment.idType);
  return { experiment: id, group, unit, time, properties: jsonOf(propertiesOf(user, experiment.properties)) };
}

/** Returns the environment in lower case, because clients send it in either case. */
function environmentOf({ user }: LoggedEvent, ofKey: string): string {
  const tier = user?.statsigEnvironment?.["tier"] ?? ofKey;
  return typeof tier === "string" ? shortText(tier.toLowerCase()) : "production";
}

function attributesJson({ user }: LoggedEvent, { attributes: names, origin }: Received) {
  const attributes = attributesOf(user, names, origin);
  return attributes && { attributes: jsonOf(attributes) };
}

/** Returns the rows of events; `experiments` are by id. Library events other than exposures yield no rows. */
export function rowsOf(
  events: readonly LoggedEvent[],
  { statsigMetadata }: LoggedBatch,
  received: Received,
  experiments: ReadonlyMap<string, LoggedExperiment>,
): LoggedRows {
  const rows: LoggedRows = { events: [], exposures: [], checks: [] };
  const { stableID, sdkType, sdkVersion } = statsigMetadata ?? {};
  const library = {
    library: shortText(sdkType ?? received.library.type ?? "http"),
    version: shortText(sdkVersion ?? received.library.version ?? ""),
  };
  for (const sent of events) {
    const isOfLayer = sent.eventName === layerExposure;
    const event = isOfLayer ? withoutLayer(sent, experiments) : sent;
    if (!event) continue;
    const [ids, userID] = [customIDs(event.user, stableID), textOf(event.user?.userID)];
    const time = timeOf(event, received);
    if (event.eventName === exposure || event.eventName === gateExposure) {
      const environment = environmentOf(event, received.environment);
      const unit = userID || (ids["stableID"] ?? Object.values(ids)[0] ?? "");
      const check = checkOf(event, library, unit, time, environment);
      if (check) rows.checks.push(check);
      const found =
        event.eventName === exposure && exposureOf(event, [ids, userID], time, experiments, environment);
      if (found) rows.exposures.push(found);
    } else if (!event.eventName.startsWith(own))
      rows.events.push({
        name: storable(event.eventName),
        time,
        unit: userID,
        ids: JSON.stringify(ids),
        value: textOf(event.value),
        source: storable(sdkType ?? received.library.type ?? "http"),
        metadata: jsonOf(event.metadata ?? {}),
        ...attributesJson(event, received),
      });
  }
  return rows;
}
