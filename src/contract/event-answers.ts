// Response schemas for the event log: totals, counts over time, values of a field, saved views, the timeline of a unit.
import { z } from "zod/mini";
import { EventRecord } from "./event.ts";

const ofBoth = {
  events: z.number(),
  /** Number of distinct user ids. */
  units: z.number(),
};

/** Exact number of events and units that match a filter. */
export const EventTotal = z.looseObject({
  ...ofBoth,
  /** ms; times of the first and the last matching event, null if there is none. */
  firstTime: z.nullable(z.number()),
  lastTime: z.nullable(z.number()),
  /** Counts of the preceding period, if the query asked for a comparison. */
  before: z.nullable(z.looseObject(ofBoth)),
});
export type EventTotal = z.infer<typeof EventTotal>;

/** One line of the chart. `before` is null without a comparison. */
export const EventSeries = z.looseObject({
  /** Value of the split field; null for events without one, and for the series `others` and `all`. */
  value: z.nullable(z.string()),
  /** all: all events; value: events with one value; others: events with values that have no series of their own. */
  kind: z.string(),
  total: z.number(),
  totalBefore: z.nullable(z.number()),
  /** One count per bin. A unit counts in every bin with one of its events, so the bins can add up to more than the total. */
  counts: z.array(z.number()),
  before: z.nullable(z.array(z.number())),
});
export type EventSeries = z.infer<typeof EventSeries>;

/** Counts over time. The first series is that of all events. */
export const EventCounts = z.looseObject({
  /** ms; the period that the bins cover, clipped to the requested one. */
  from: z.number(),
  to: z.number(),
  /** ms; width of a bin. Bins begin at multiples of it, in UTC. */
  width: z.number(),
  /** Start of each bin; the first one may be before `from`. */
  times: z.array(z.number()),
  measure: z.string(),
  series: z.array(EventSeries),
});
export type EventCounts = z.infer<typeof EventCounts>;

/** Distribution of the values of a field. */
export const EventValues = z.looseObject({
  /** Number of matching events, and of those among them whose field is absent or empty. */
  events: z.number(),
  empty: z.number(),
  distinct: z.number(),
  /** Type that all values have: number, boolean or text; "none" if there are no values. */
  type: z.string(),
  /** The most frequent values first. */
  values: z.array(z.looseObject({ value: z.string(), ...ofBoth })),
  /** Statistics of the numeric values; null if no value is a number. */
  numbers: z.nullable(
    z.looseObject({
      events: z.number(),
      least: z.number(),
      most: z.number(),
      mean: z.number(),
      percentiles: z.array(z.looseObject({ percentile: z.number(), value: z.number() })),
      /** `to` is exclusive; the last bin also holds all larger values. */
      bins: z.array(z.looseObject({ from: z.number(), to: z.number(), events: z.number() })),
    }),
  ),
});
export type EventValues = z.infer<typeof EventValues>;

/** A saved query of the event log, shared by all users of the console. */
export const EventView = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** URL parameters of the page by name, each with one value or several. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  version: z.number(),
  creatorName: z.nullish(z.string()),
  createdTime: z.number(),
  lastModifierName: z.nullish(z.string()),
  lastModifiedTime: z.number(),
});
export type EventView = z.infer<typeof EventView>;

/** One item of a unit's timeline; only the field of its kind is present. */
export const TimelineItem = z.looseObject({
  /** event, exposure (a group of an experiment) or check (of a gate or dynamic config) */
  kind: z.string(),
  /** ms */
  time: z.number(),
  event: z.optional(EventRecord),
  exposure: z.optional(
    z.looseObject({
      experiment: z.string(),
      /** Names of the experiment and (`groupName`) of the group; their ids if the names are no longer known. */
      name: z.string(),
      groupID: z.string(),
      groupName: z.string(),
      /** The environment of the app, and why it served this group, as it logged them; absent unless the exposure is a recent check. */
      environment: z.optional(z.string()),
      reason: z.optional(z.string()),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
  check: z.optional(
    z.looseObject({
      /** gate or config */
      kind: z.string(),
      id: z.string(),
      name: z.string(),
      ruleID: z.string(),
      /** Null if the rule no longer exists. */
      ruleName: z.nullable(z.string()),
      /** pass, fail or none */
      outcome: z.string(),
      reason: z.string(),
      environment: z.string(),
      library: z.string(),
      version: z.string(),
    }),
  ),
});
export type TimelineItem = z.infer<typeof TimelineItem>;

export const UnitTimeline = z.looseObject({
  items: z.array(TimelineItem),
  /** Cursor of the next, older items; null if there are none. */
  cursor: z.nullable(z.string()),
});
export type UnitTimeline = z.infer<typeof UnitTimeline>;

/** Attributes of one unit, derived from its events. */
export const UnitAttributes = z.looseObject({
  events: z.number(),
  exposures: z.number(),
  /** ms; null if the log has neither an event nor an exposure of the unit. */
  firstTime: z.nullable(z.number()),
  lastTime: z.nullable(z.number()),
  /** Number of events that the attributes were read from; these are the newest ones. */
  readEvents: z.number(),
  attributes: z.array(
    z.looseObject({
      /** user: an attribute of the user; id: an id of another type; metadata: a metadata field of an event. */
      part: z.string(),
      key: z.string(),
      /** The current value. */
      value: z.string(),
      /** ms; time of the first event with the current value after another value. */
      since: z.number(),
      /** Number of events that have the attribute. */
      events: z.number(),
      /** The newest 20 changes, the newest first; `from` is null if the attribute appeared for the first time. */
      changes: z.array(z.looseObject({ time: z.number(), from: z.nullable(z.string()), to: z.string() })),
    }),
  ),
});
export type UnitAttributes = z.infer<typeof UnitAttributes>;
