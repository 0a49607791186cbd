// Test support: a log that grows from day to day, for testing repeated refreshes.
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import type { Analysis } from "#service/analysis/totals/measure-experiment.ts";
import { analysis, start } from "#service/analysis/totals/random-log.test-support.ts";
import type { Shape } from "./source-rows.test-support.ts";

const day = 86_400_000;

export const stagedShape: Shape = {
  timeType: "timestamp",
  hasOwnViews: true,
  hasItemsColumn: false,
  partition: "date",
  renamesGroups: false,
};

export interface Log {
  exposures: readonly NewExposure[];
  events: readonly NewEvent[];
}

/** Returns days of units that are exposed, and their events from five days before on; all numbers are integers, so that sums do not depend on their order. */
export function logOf(days: number): Log {
  const exposures = Array.from({ length: days * 6 }, (_, number): NewExposure => ({
    experiment: "form",
    unit: `u${number % 9 === 8 ? number - 6 : number}`,
    group: number % 2 ? "a" : "b",
    time: start + Math.floor(number / 6) * day + (number % 6) * 7_200_000,
    properties: JSON.stringify({ tier: `t${number % 3}` }),
  }));
  const events = Array.from({ length: (days + 5) * 40 }, (_, number): NewEvent => ({
    name: ["view", "order", "pay"][number % 3] ?? "",
    time: start - 5 * day + Math.floor(number / 40) * day + ((number * 7919) % 24) * 3_600_000,
    unit: `u${(number * number + Math.floor(number / 7)) % (days * 6)}`,
    value: `${number % 11}`,
    source: "",
    metadata: JSON.stringify({
      items: `${number % 5}`,
      shop: ["north", "south", `rare ${number % 50}`][number % 3],
    }),
  }));
  return { exposures, events };
}

/** Returns the rows of a log between the starts of two days, counted from the start of the experiment. */
export const between = (log: Log, from: number, to: number): Log => {
  const isIn = ({ time }: { time: number }) => time >= start + from * day && time < start + to * day;
  return { exposures: log.exposures.filter(isIn), events: log.events.filter(isIn) };
};
export const until = (log: Log, days: number) => between(log, -Infinity, days);

export const untilDay = (days: number): Analysis => ({
  ...analysis(75),
  window: { experimentID: "form", start, end: start + days * day - 1 },
});
