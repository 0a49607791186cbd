// Response schemas of loads. A load measures an experiment in its warehouse, from which only aggregates are returned.
import { z } from "zod/mini";

export const loadRefreshes = ["full", "incremental", "metric"] as const;
export type LoadRefresh = (typeof loadRefreshes)[number];

/** One statement of a load. */
export const LoadStatement = z.looseObject({
  sql: z.string(),
  /** ms since the epoch. */
  startedTime: z.number(),
  /** Duration; null while the statement is running. */
  ms: z.nullable(z.number()),
  /** Bytes that the engine read; null if the engine does not report them. */
  bytes: z.nullable(z.number()),
  /** True if the engine answered from its own cache. */
  cached: z.boolean(),
  /** The engine's own query id, by which a warehouse admin can find the statement. */
  engineID: z.string(),
});
export type LoadStatement = z.infer<typeof LoadStatement>;

/** Bytes that a load would read. `refusal` says why it would not be run. */
export const LoadEstimate = z.looseObject({
  statements: z.number(),
  /** Null if the engine gives no estimate. */
  bytes: z.nullable(z.number()),
  /** Bytes of the largest statement. */
  largestBytes: z.nullable(z.number()),
  limitBytes: z.number(),
  refusal: z.nullish(z.string()),
});
export type LoadEstimate = z.infer<typeof LoadEstimate>;

/** Choice: a load has its cost, its statements and, while it runs, its progress. */
export const PulseLoad = z.looseObject({
  id: z.string(),
  createdTime: z.number(),
  /** Null while the load is running. States: success, failure, partial_failure, cancelled, timeout. */
  finishedTime: z.nullable(z.number()),
  finishedState: z.nullable(z.string()),
  /** First and last day covered, such as 2026-11-01. */
  startDs: z.string(),
  endDs: z.string(),
  reloadType: z.string(),
  turboMode: z.boolean(),
  /** Set if only some metrics are loaded. */
  metricIDs: z.nullish(z.array(z.string())),
  /** Name of an API key, or "Schedule". */
  startedBy: z.string(),
  provider: z.string(),
  /** Query tag of the load's statements at the engine. */
  tag: z.string(),
  bytes: z.nullable(z.number()),
  seconds: z.number(),
  /** Cost in words, since engines have different pricing models. */
  cost: z.string(),
  statements: z.array(LoadStatement),
  /** Why the load failed or what is missing, in plain words; `said` is the engine's original message. */
  message: z.nullish(z.string()),
  said: z.nullish(z.string()),
  /** Progress of a running load: completed share, 0 to 1, and current step. */
  progress: z.nullish(z.looseObject({ share: z.number(), stage: z.string() })),
  /** Set in dry runs only. */
  estimate: z.nullish(LoadEstimate),
});
export type PulseLoad = z.infer<typeof PulseLoad>;

/** Loading state of an experiment in its warehouse. */
export const PulseLoadState = z.looseObject({
  /** Provider of the active warehouse; null if there is none. */
  provider: z.nullable(z.string()),
  /** The running load. */
  running: z.nullable(PulseLoad),
  /** The last finished load, whatever its outcome. */
  last: z.nullable(PulseLoad),
  /** The load whose results are shown. */
  shown: z.nullable(PulseLoad),
  /** ms; end of the period that the shown results cover. */
  shownUntil: z.nullable(z.number()),
  /** True if the experiment or its metrics were changed since the shown load. */
  isOutdated: z.boolean(),
  /** Why no load is possible. */
  obstacle: z.nullish(z.string()),
  /** Why only a full load is possible, not an incremental one. */
  onlyFull: z.nullish(z.string()),
  /** ms; time of the next scheduled load, null without a schedule. */
  nextTime: z.nullable(z.number()),
});
export type PulseLoadState = z.infer<typeof PulseLoadState>;

/** Status of the active warehouse, shown across the whole console. */
export const WarehouseStatus = z.looseObject({
  provider: z.nullable(z.string()),
  /** One-line warnings, the worst first: a failing connection or a stale source. */
  notes: z.array(z.looseObject({ kind: z.string(), text: z.string() })),
  /** Experiments whose last load failed, the most recent failure first. */
  failedLoads: z.array(
    z.looseObject({
      experimentID: z.string(),
      experimentName: z.string(),
      state: z.string(),
      time: z.number(),
      message: z.string(),
      /** ms; end of the period that the shown results cover; null if there are none. */
      shownUntil: z.nullable(z.number()),
    }),
  ),
});
export type WarehouseStatus = z.infer<typeof WarehouseStatus>;

/** Overview of the loads of all experiments, for those who run the warehouse. */
export const WarehouseLoads = z.looseObject({
  /** The next scheduled load; null without a schedule. */
  next: z.nullable(
    z.looseObject({
      /** ms */
      time: z.number(),
      /** Number of experiments that are loaded then. */
      experiments: z.number(),
      /** Estimated from the last loads of these experiments: bytes and total statement time; null if an experiment was never loaded or
       *  the engine does not report it. */
      bytes: z.nullable(z.number()),
      seconds: z.nullable(z.number()),
    }),
  ),
  /** The newest loads first. */
  last: z.array(
    z.looseObject({
      experimentID: z.string(),
      experimentName: z.string(),
      /** Sequence number among the experiment's loads. */
      number: z.number(),
      createdTime: z.number(),
      finishedState: z.nullable(z.string()),
      reloadType: z.string(),
      startedBy: z.string(),
      bytes: z.nullable(z.number()),
      /** Total run time of its statements. */
      seconds: z.nullable(z.number()),
      statements: z.number(),
      cached: z.number(),
    }),
  ),
});
export type WarehouseLoads = z.infer<typeof WarehouseLoads>;
