// Groups the timeline of a user into sessions, with the attribute changes among them. Pure.
import type { TimelineItem, UnitAttributes } from "#contract/event-answers.ts";
import { plainName } from "#targeting/evaluate/event-user.ts";

type Attribute = UnitAttributes["attributes"][number];

/** A change of an attribute, detected in the events. */
export interface AttributeChange {
  readonly kind: "change";
  readonly time: number;
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

export type Entry = TimelineItem | AttributeChange;

export const isChange = (entry: Entry): entry is AttributeChange => entry.kind === "change";

/** One entry, or consecutive events of the same name. */
export interface Line {
  readonly key: string;
  readonly entries: readonly [Entry, ...Entry[]];
}

/** Newest first; times in ms. */
export interface Session {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Line[];
  readonly events: number;
  readonly exposures: number;
  readonly changes: number;
  /** Platform with app version, and country, each from the newest event that has it. */
  readonly origin: readonly string[];
}

/** A longer silence starts a new session. */
const pause = 30 * 60_000;
/** From this number on, consecutive events of the same name are combined in one line. */
const many = 4;

/** The service returns at most this number of changes of an attribute, its first appearance among them. */
const mostChanges = 20;

/** Whether a field keeps its value for some events: a field such as the page viewed tells of the event, not of the user. */
const isSteady = ({ events, changes }: Attribute) =>
  changes.length <= 3 || (changes.length < mostChanges && (changes.length - 1) * 3 <= events);

/** Whether it is an attribute of the user: set on the user, or a steady field that at least half of the events have. */
const isOfUser = (attribute: Attribute, readEvents: number) =>
  attribute.part !== "metadata" || (attribute.events * 2 >= readEvents && isSteady(attribute));

const isSameName = (one: string, other: string) =>
  one === other || (plainName(one) !== "" && plainName(one) === plainName(other));

/**
 * Divides attributes into those of the user and other fields of events. A field that repeats an attribute set on the user,
 * by name and value, is left out.
 */
export function dividedAttributes({ attributes, readEvents }: UnitAttributes) {
  const ofApp = attributes.filter(({ part }) => part === "user");
  const repeats = ({ part, key, value }: Attribute) =>
    part === "metadata" && ofApp.some((set) => set.value === value && isSameName(set.key, key));
  const told = attributes.filter((attribute) => !repeats(attribute));
  return {
    own: told.filter((attribute) => isOfUser(attribute, readEvents)),
    others: told.filter((attribute) => !isOfUser(attribute, readEvents)),
  };
}

export const changesOf = (known: UnitAttributes): AttributeChange[] =>
  dividedAttributes(known).own.flatMap(({ key, changes }) =>
    changes.flatMap(({ time, from, to }) =>
      from === null ? [] : [{ kind: "change" as const, time, key, from, to }],
    ),
  );

const nameOf = (entry: Entry) => (isChange(entry) ? undefined : entry.event?.name);

function linesOf(entries: readonly Entry[]): Line[] {
  const lines: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const name = nameOf(entry);
    if (last && name !== undefined && nameOf(last[0]) === name) last.push(entry);
    else lines.push([entry]);
  }
  return lines
    .flatMap((line) => (line.length < many ? line.map((entry): [Entry] => [entry]) : [line]))
    .map((line, index) => ({ key: `${line[0].time} ${index}`, entries: line }));
}

function originOf(entries: readonly Entry[]): string[] {
  const told = (key: string) =>
    entries.flatMap((entry) => {
      const value = isChange(entry) ? undefined : entry.event?.metadata?.[key];
      return typeof value === "string" && value !== "" ? [value] : [];
    })[0];
  const app = [told("platform"), told("app_version")].filter(Boolean).join(" ");
  return [app, told("country") ?? ""].filter(Boolean);
}

/** Groups entries, which are newest first, into sessions. */
export function sessionsOf(entries: readonly Entry[]): Session[] {
  const sessions: Entry[][] = [];
  for (const entry of entries) {
    const session = sessions.at(-1);
    const last = session?.at(-1);
    if (session && last && last.time - entry.time <= pause) session.push(entry);
    else sessions.push([entry]);
  }
  return sessions.map((session) => {
    const count = (kind: string) => session.filter((entry) => entry.kind === kind).length;
    return {
      from: session.at(-1)?.time ?? 0,
      to: session[0]?.time ?? 0,
      lines: linesOf(session),
      events: count("event"),
      exposures: count("exposure") + count("check"),
      changes: count("change"),
      origin: originOf(session),
    };
  });
}

/**
 * Merges the items with the attribute changes of their time, newest first; changes older than the last item come with later
 * pages.
 */
export function withChanges(
  items: readonly TimelineItem[],
  changes: readonly AttributeChange[],
  isWhole: boolean,
): Entry[] {
  const oldest = isWhole ? Number.NEGATIVE_INFINITY : (items.at(-1)?.time ?? Number.POSITIVE_INFINITY);
  return [...items, ...changes.filter(({ time }) => time >= oldest)].sort(
    (one, other) => other.time - one.time,
  );
}
