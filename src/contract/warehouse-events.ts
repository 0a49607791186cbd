// Response schemas of events read from a metric source in the warehouse: rows, or counts over time, or an estimate of the cost (API 2.26).
import { z } from "zod/mini";
import { EventRecord } from "./event.ts";

/** Bytes that are read without asking the user for consent. */
export const maxBytesWithoutConsent = 1e9;

/** Estimated cost of a query before it runs. */
export const WarehouseEstimate = z.looseObject({
  /** Null if the engine gives no estimate: the query may then read up to the limit of a statement. */
  bytes: z.nullable(z.number()),
  /** Minimum of `acceptBytes` for the query to run. */
  neededBytes: z.number(),
  limitBytes: z.number(),
  /** Why the query is not run, regardless of `acceptBytes`. */
  refusal: z.nullable(z.string()),
});
export type WarehouseEstimate = z.infer<typeof WarehouseEstimate>;

/** Actual cost of a query. */
export const WarehouseCost = z.looseObject({
  /** Null if the engine does not report it. */
  bytes: z.nullable(z.number()),
  ms: z.number(),
  /** True if the engine answered from its own cache. */
  cached: z.boolean(),
  /** The engine's own query id, by which a warehouse admin can find the statement. */
  engineID: z.string(),
  sql: z.string(),
});
export type WarehouseCost = z.infer<typeof WarehouseCost>;

/** Response with an estimate; `answer` and `cost` are null if the estimate has to be accepted first. */
const asked = <Answer extends z.ZodMiniType>(answer: Answer) =>
  z.looseObject({
    provider: z.string(),
    metricSource: z.string(),
    estimate: WarehouseEstimate,
    cost: z.nullable(WarehouseCost),
    answer: z.nullable(answer),
  });

export const WarehouseEvents = asked(
  z.looseObject({
    events: z.array(EventRecord),
    /** Cursor of the next page; null if there is none. */
    next: z.nullable(z.string()),
  }),
);
export type WarehouseEvents = z.infer<typeof WarehouseEvents>;

export const WarehouseEventCounts = asked(
  z.looseObject({
    events: z.number(),
    /** Number of distinct units of the type `unitType`. */
    units: z.number(),
    /** "userID" if the source has a column for it. */
    unitType: z.string(),
    /** ms; times of the first and last event, null without events. */
    firstTime: z.nullable(z.number()),
    lastTime: z.nullable(z.number()),
    /** ms; period that the bins cover. */
    from: z.number(),
    to: z.number(),
    /** ms; width of a bin. Bins begin at multiples of it, in UTC. */
    width: z.number(),
    times: z.array(z.number()),
    /** One count per bin. A unit counts in every bin with one of its events. */
    eventsByBin: z.array(z.number()),
    unitsByBin: z.array(z.number()),
  }),
);
export type WarehouseEventCounts = z.infer<typeof WarehouseEventCounts>;
