// Identifies the sender of a request: its key, SDK and clock skew. Stores nothing.
import type { EventRefusal } from "#contract/rejected-event.ts";
import type { LastExposure } from "#contract/app-activity.ts";

/** A stored key without its hash. */
export interface SenderKey {
  id: string;
  name: string;
  kind: string;
  environment: string | null;
}

export type KeyProblem =
  | "missing_key"
  | "unknown_key"
  | "revoked_key"
  | "console_key"
  | "wrong_kind"
  | "server_key"
  | "no_rules";

/** The refused events of a logging request: their number by reason, with the message of the last one. */
export type RefusalCounts = Map<EventRefusal, { count: number; message: string }>;

/** Counts of the events in a logging request. */
export interface LoggedCounts {
  events: number;
  exposures: number;
  lastEvent: string | null;
  lastExposure: LastExposure | null;
}

interface Library {
  library: string;
  /** Empty if not reported. */
  version: string;
}

/** Reads a query parameter. */
type Query = (name: string) => string | undefined;

const short = (text: string | undefined) =>
  text?.replace(/\p{Control}|\0|\p{Surrogate}/gu, "").slice(0, 60) || undefined;

/** Returns the SDK of an app as it identifies itself. */
export function libraryOf(headers: Headers, query: Query): Library {
  const library = short(headers.get("statsig-sdk-type") ?? query("st"));
  const version = short(headers.get("statsig-sdk-version") ?? query("sv"));
  return library ? { library, version: version ?? "" } : { library: "http", version: "" };
}

/** Returns the program that uses a console key, from its user agent. */
export function programOf(headers: Headers): Library {
  const agent = headers.get("user-agent") ?? "";
  if (agent.startsWith("Mozilla/")) return { library: "browser", version: "" };
  const [name, version] = agent.split(" ", 1).join("").split("/");
  return { library: short(name) ?? "http", version: short(version) ?? "" };
}

/** Whether a browser sent the request. Only headers that other programs do not send are considered. */
export const isFromBrowser = (headers: Headers): boolean =>
  headers.has("origin") || (headers.get("user-agent") ?? "").startsWith("Mozilla/");

/** ms; smaller clock differences are ignored, since they include the duration of the request. */
const clockTolerance = 60_000;

/** Returns the sender's clock skew in ms (positive if ahead); null if it is within the tolerance or unknown. */
export function clockErrorOf(headers: Headers, query: Query, now: number): number | null {
  const sent = Number(headers.get("statsig-client-time") ?? query("t") ?? Number.NaN);
  const error = sent - now;
  return sent > 0 && Math.abs(error) > clockTolerance ? Math.trunc(error) : null;
}
