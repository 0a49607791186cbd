// Answers about the event log: counts over time, values of a field, saved views, the timeline of a unit.
import { z } from "zod/mini";
import { EventRecord } from "./event.ts";

const ofBoth = {
  events: z.number(),
  /** Those with a user id. */
  units: z.number(),
};

/** Events and units of a filter, counted exactly. */
export const EventTotal = z.looseObject({
  ...ofBoth,
  /** ms, of the first and the last of them; null without any. */
  firstTime: z.nullable(z.number()),
  lastTime: z.nullable(z.number()),
  /** The same of the period before, where that was asked for. */
  before: z.nullable(z.looseObject(ofBoth)),
});
export type EventTotal = z.infer<typeof EventTotal>;

/** One line of the chart. `before` is null where no comparison was asked for. */
export const EventSeries = z.looseObject({
  /** Of the split; null for events without one, and of the others and of all. */
  value: z.nullable(z.string()),
  /** all: of every event; value: of one value; others: of the values that have no series of their own. */
  kind: z.string(),
  total: z.number(),
  totalBefore: z.nullable(z.number()),
  /** By bin. Units of several bins count in each of them, so that they add up to more than the total. */
  counts: z.array(z.number()),
  before: z.nullable(z.array(z.number())),
});
export type EventSeries = z.infer<typeof EventSeries>;

/** The first series is that of all events. */
export const EventCounts = z.looseObject({
  /** ms; the time that the bins cover, cut at both ends to what was asked for. */
  from: z.number(),
  to: z.number(),
  /** ms; a bin begins at a multiple of it, in UTC. */
  width: z.number(),
  /** The begin of each bin; the first one may begin before `from`. */
  times: z.array(z.number()),
  measure: z.string(),
  series: z.array(EventSeries),
});
export type EventCounts = z.infer<typeof EventCounts>;

/** The values of a field. */
export const EventValues = z.looseObject({
  /** All events of the filter, and those of them that have no value in the field, or an empty one. */
  events: z.number(),
  empty: z.number(),
  distinct: z.number(),
  /** number, boolean or text: of all values; none where there are none. */
  type: z.string(),
  /** The most frequent first. */
  values: z.array(z.looseObject({ value: z.string(), ...ofBoth })),
  /** Of the values that are numbers; null where none is. */
  numbers: z.nullable(
    z.looseObject({
      events: z.number(),
      least: z.number(),
      most: z.number(),
      mean: z.number(),
      percentiles: z.array(z.looseObject({ percentile: z.number(), value: z.number() })),
      /** From `from` to below `to`; the last one holds all above, too. */
      bins: z.array(z.looseObject({ from: z.number(), to: z.number(), events: z.number() })),
    }),
  ),
});
export type EventValues = z.infer<typeof EventValues>;

/** A question to the event log that is kept under a name, for everybody. */
export const EventView = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** The parameters of the page by name, each with one text or several. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  version: z.number(),
  creatorName: z.nullish(z.string()),
  createdTime: z.number(),
  lastModifierName: z.nullish(z.string()),
  lastModifiedTime: z.number(),
});
export type EventView = z.infer<typeof EventView>;

/** One moment of a unit; what is not of its kind is absent. */
export const TimelineItem = z.looseObject({
  /** event, exposure (a group of an experiment) or check (of a gate or dynamic config) */
  kind: z.string(),
  /** ms */
  time: z.number(),
  event: z.optional(EventRecord),
  exposure: z.optional(
    z.looseObject({
      experiment: z.string(),
      /** Of the experiment, and of the group; the id where neither is known any more. */
      name: z.string(),
      groupID: z.string(),
      groupName: z.string(),
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
      /** null where the rule is not there any more. */
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
  /** For the next, older items; null where there are none. */
  cursor: z.nullable(z.string()),
});
export type UnitTimeline = z.infer<typeof UnitTimeline>;

/** The attributes of one unit, as its events tell them. */
export const UnitAttributes = z.looseObject({
  events: z.number(),
  exposures: z.number(),
  /** ms; null where the log has no event of the unit. */
  firstTime: z.nullable(z.number()),
  lastTime: z.nullable(z.number()),
  /** Events that the attributes were read from, the newest of all. */
  readEvents: z.number(),
  attributes: z.array(
    z.looseObject({
      /** user: stated of the user; id: of another type; metadata: of an event. */
      part: z.string(),
      key: z.string(),
      /** The newest value. */
      value: z.string(),
      /** ms; the event that had it first after another value. */
      since: z.number(),
      /** Events that say it. */
      events: z.number(),
      /** The newest 20, the newest first; `from` is null where the attribute came up. */
      changes: z.array(z.looseObject({ time: z.number(), from: z.nullable(z.string()), to: z.string() })),
    }),
  ),
});
export type UnitAttributes = z.infer<typeof UnitAttributes>;
