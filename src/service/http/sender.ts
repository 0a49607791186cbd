// The sender of a request: its key, its library, and its clock. Nothing is stored here.
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

/** The events of a request that logs. */
export interface LoggedCounts {
  events: number;
  exposures: number;
  /** Events that could not be read. */
  unread: number;
  lastEvent: string | null;
  lastExposure: LastExposure | null;
}

interface Library {
  library: string;
  /** Empty where it is not told. */
  version: string;
}

/** Reads a parameter of the address. */
type Query = (name: string) => string | undefined;

const short = (text: string | undefined) =>
  text?.replace(/\p{Control}|\0|\p{Surrogate}/gu, "").slice(0, 60) || undefined;

/** The library that an app asks with, as it names itself. */
export function libraryOf(headers: Headers, query: Query): Library {
  const library = short(headers.get("statsig-sdk-type") ?? query("st"));
  const version = short(headers.get("statsig-sdk-version") ?? query("sv"));
  return library ? { library, version: version ?? "" } : { library: "http", version: "" };
}

/** The program that a console key was used by. */
export function programOf(headers: Headers): Library {
  const agent = headers.get("user-agent") ?? "";
  if (agent.startsWith("Mozilla/")) return { library: "browser", version: "" };
  const [name, version] = agent.split(" ", 1).join("").split("/");
  return { library: short(name) ?? "http", version: short(version) ?? "" };
}

/** True where a page in a browser asks. Programs send other headers of browsers too. */
export const isFromBrowser = (headers: Headers): boolean =>
  headers.has("origin") || (headers.get("user-agent") ?? "").startsWith("Mozilla/");

/** ms; clocks that differ by less are taken to agree: the request took its time. */
const clockTolerance = 60_000;

/** ms by which the sender's clock is ahead; null where it is right or not told. */
export function clockErrorOf(headers: Headers, query: Query, now: number): number | null {
  const sent = Number(headers.get("statsig-client-time") ?? query("t") ?? Number.NaN);
  const error = sent - now;
  return sent > 0 && Math.abs(error) > clockTolerance ? Math.trunc(error) : null;
}
