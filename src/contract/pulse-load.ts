// Loads: the results of an experiment measured in its warehouse, of which only sums come back.
import { z } from "zod/mini";

export const loadRefreshes = ["full", "incremental", "metric"] as const;
export type LoadRefresh = (typeof loadRefreshes)[number];

/** One statement of a load. */
export const LoadStatement = z.looseObject({
  sql: z.string(),
  /** ms since the epoch. */
  startedTime: z.number(),
  /** Null while it runs. */
  ms: z.nullable(z.number()),
  /** Read by the engine; null where it does not say. */
  bytes: z.nullable(z.number()),
  /** True where the engine answered from its own cache. */
  cached: z.boolean(),
  /** By which the warehouse admin finds it. */
  engineID: z.string(),
});
export type LoadStatement = z.infer<typeof LoadStatement>;

/** Bytes that a load would read. `refusal` says why it would not run. */
export const LoadEstimate = z.looseObject({
  statements: z.number(),
  /** Null where the engine does not say beforehand. */
  bytes: z.nullable(z.number()),
  /** Of the statement that reads the most. */
  largestBytes: z.nullable(z.number()),
  limitBytes: z.number(),
  refusal: z.nullish(z.string()),
});
export type LoadEstimate = z.infer<typeof LoadEstimate>;

/** Choice: a load carries what it cost, its statements, and, while it runs, how far it is. */
export const PulseLoad = z.looseObject({
  id: z.string(),
  createdTime: z.number(),
  /** Null while it runs, as is the state: success, failure, partial_failure, cancelled, timeout. */
  finishedTime: z.nullable(z.number()),
  finishedState: z.nullable(z.string()),
  /** First and last day that it covers, such as 2026-11-01. */
  startDs: z.string(),
  endDs: z.string(),
  reloadType: z.string(),
  turboMode: z.boolean(),
  /** Of a load of some metrics alone. */
  metricIDs: z.nullish(z.array(z.string())),
  /** Name of a key, or "Schedule". */
  startedBy: z.string(),
  provider: z.string(),
  /** How the statements are marked at the engine. */
  tag: z.string(),
  bytes: z.nullable(z.number()),
  seconds: z.number(),
  /** In words: engines are paid in several ways. */
  cost: z.string(),
  statements: z.array(LoadStatement),
  /** Why it failed, or what is missing, in words; the engine's own words are `said`. */
  message: z.nullish(z.string()),
  said: z.nullish(z.string()),
  /** While it runs: the done part, 0 to 1, and the current step. */
  progress: z.nullish(z.looseObject({ share: z.number(), stage: z.string() })),
  /** Of a dry run alone. */
  estimate: z.nullish(LoadEstimate),
});
export type PulseLoad = z.infer<typeof PulseLoad>;

/** How an experiment stands with its warehouse. */
export const PulseLoadState = z.looseObject({
  /** The warehouse in use; null where none is. */
  provider: z.nullable(z.string()),
  /** The load that runs. */
  running: z.nullable(PulseLoad),
  /** The last one that has finished, however. */
  last: z.nullable(PulseLoad),
  /** The one whose numbers are shown. */
  shown: z.nullable(PulseLoad),
  /** ms: the shown numbers cover the time up to here. */
  shownUntil: z.nullable(z.number()),
  /** The experiment or its metrics were changed since the shown load. */
  isOutdated: z.boolean(),
  /** Why nothing can be loaded. */
  obstacle: z.nullish(z.string()),
  /** Why a load cannot be incremental. */
  onlyFull: z.nullish(z.string()),
  /** ms; null without a schedule. */
  nextTime: z.nullable(z.number()),
});
export type PulseLoadState = z.infer<typeof PulseLoadState>;

/** Told by the whole console of the warehouse in use. */
export const WarehouseStatus = z.looseObject({
  provider: z.nullable(z.string()),
  /** Worst first, in a line each: a connection that fails, a source that is stale. */
  notes: z.array(z.looseObject({ kind: z.string(), text: z.string() })),
  /** Experiments whose last load failed, the newest failure first. */
  failedLoads: z.array(
    z.looseObject({
      experimentID: z.string(),
      experimentName: z.string(),
      state: z.string(),
      time: z.number(),
      message: z.string(),
      /** ms: the numbers that are shown cover the time up to here; null where there are none. */
      shownUntil: z.nullable(z.number()),
    }),
  ),
});
export type WarehouseStatus = z.infer<typeof WarehouseStatus>;

/** The loads of all experiments, as far as whoever runs the warehouse must know them. */
export const WarehouseLoads = z.looseObject({
  /** The next one of the schedule; null where nothing is scheduled. */
  next: z.nullable(
    z.looseObject({
      /** ms */
      time: z.number(),
      /** Begin then. */
      experiments: z.number(),
      /** As the last loads of these experiments read, and how long their statements ran; null where one was never loaded, or the engine does not say. */
      bytes: z.nullable(z.number()),
      seconds: z.nullable(z.number()),
    }),
  ),
  /** The newest first. */
  last: z.array(
    z.looseObject({
      experimentID: z.string(),
      experimentName: z.string(),
      /** Counts the loads of the experiment. */
      number: z.number(),
      createdTime: z.number(),
      finishedState: z.nullable(z.string()),
      reloadType: z.string(),
      startedBy: z.string(),
      bytes: z.nullable(z.number()),
      /** Of its statements. */
      seconds: z.nullable(z.number()),
      statements: z.number(),
      cached: z.number(),
    }),
  ),
});
export type WarehouseLoads = z.infer<typeof WarehouseLoads>;
