// The attributes of a user that are stored beside an event, so that rules can be tried on recent users. Pure.
import type { LoggedUser } from "#contract/logged-event.ts";
import type { Origin } from "#service/http/origin.ts";
import { readSources } from "#targeting/evaluate/derived-attributes.ts";
import { plainName } from "#targeting/evaluate/event-user.ts";

/** An entry of the setting, which stands for all attributes that rules or the dimensions of results read. */
export const usedAttributesEntry = "used";

// Choice: a user's e-mail and address are stored only if the setting names them.
const onlyByName = new Set(["email", "ip"]);

/** Maximum length of texts and lists to store. User agents may be longer, because those sent from within apps are long. */
const longest = 200;
const longestAgent = 500;

const isStored = (value: unknown, length = longest): boolean =>
  (typeof value === "string" && value.length <= length) ||
  typeof value === "number" ||
  typeof value === "boolean" ||
  (Array.isArray(value) &&
    value.length <= longest &&
    value.every((item) => !Array.isArray(item) && isStored(item)));

/** The plain names of the attributes to store, given the setting and the attributes in use. */
export function storedNames(setting: readonly string[], used: ReadonlySet<string>): ReadonlySet<string> {
  const named = setting.filter((name) => name !== usedAttributesEntry).map(plainName);
  const ofUsed = setting.includes(usedAttributesEntry)
    ? [...used].filter((name) => !onlyByName.has(name))
    : [];
  return new Set([...ofUsed, ...named]);
}

/** The attributes to store; undefined where there are none. Choice: if an address is not stored, its country is. */
export function attributesOf(
  user: LoggedUser | null | undefined,
  names: ReadonlySet<string>,
  origin: Origin | undefined,
) {
  if (!user || names.size === 0) return undefined;
  const { custom, email, locale, appVersion } = user;
  const [ip, userAgent] = [user.ip || origin?.ip, user.userAgent || origin?.userAgent];
  const country =
    user.country ?? custom?.["country"] ?? (names.has("country") ? readSources({ ip }).country : undefined);
  const stated = { ...custom, email, ip, userAgent, country, locale, appVersion };
  const kept = Object.entries(stated).filter(
    ([name, value]) =>
      names.has(plainName(name)) && isStored(value, name === "userAgent" ? longestAgent : longest),
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
