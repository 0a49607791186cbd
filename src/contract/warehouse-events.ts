// Events of a metric source in the warehouse in use: some rows, or counts over time, or what reading them would take (API 2.26).
import { z } from "zod/mini";
import { EventRecord } from "./event.ts";

/** Bytes that are read without asking whoever waits for them. */
export const bytesWithoutAsking = 1e9;

/** Of a question that is not asked yet. */
export const WarehouseEstimate = z.looseObject({
  /** Null where the engine does not say beforehand: it may then be as much as the limit of a statement. */
  bytes: z.nullable(z.number()),
  /** `acceptBytes` must be as much for the question to be asked. */
  neededBytes: z.number(),
  limitBytes: z.number(),
  /** Why it is not asked, however much is accepted. */
  refusal: z.nullable(z.string()),
});
export type WarehouseEstimate = z.infer<typeof WarehouseEstimate>;

/** Of an answer. */
export const WarehouseCost = z.looseObject({
  /** Null where the engine does not say. */
  bytes: z.nullable(z.number()),
  ms: z.number(),
  /** The engine answered from its own cache. */
  cached: z.boolean(),
  /** By which the warehouse admin finds the statement. */
  engineID: z.string(),
  sql: z.string(),
});
export type WarehouseCost = z.infer<typeof WarehouseCost>;

/** Answer and cost are null where the estimate has to be accepted first. */
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
    /** The cursor of the next page; null where there is none. */
    next: z.nullable(z.string()),
  }),
);
export type WarehouseEvents = z.infer<typeof WarehouseEvents>;

export const WarehouseEventCounts = asked(
  z.looseObject({
    events: z.number(),
    /** Those with an id of the type. */
    units: z.number(),
    /** userID where the source has a column for it. */
    unitType: z.string(),
    /** ms, of the first and the last event; null without any. */
    firstTime: z.nullable(z.number()),
    lastTime: z.nullable(z.number()),
    /** ms; the time that the bins cover. */
    from: z.number(),
    to: z.number(),
    /** ms; a bin begins at a multiple of it, in UTC. */
    width: z.number(),
    times: z.array(z.number()),
    /** By bin. A unit counts in each bin that has an event of it. */
    eventsByBin: z.array(z.number()),
    unitsByBin: z.array(z.number()),
  }),
);
export type WarehouseEventCounts = z.infer<typeof WarehouseEventCounts>;
