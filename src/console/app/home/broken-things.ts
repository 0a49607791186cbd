// The list of what is broken: failed checks of experiments first, then silent events, then stale gates. Pure.
import type { ResponseOf } from "#console/foundation/api/call.ts";
import type { ListEntry } from "#console/features/experiments/list/list-entry.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import {
  checkText,
  figureOf,
  inOrder,
} from "#console/features/experiments/results/verdict/health-messages.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { staleText } from "#console/features/gates/list/gate-words.ts";
import { formatDateTime, formatDay } from "#console/foundation/ui/time-format.ts";
import { andList, formatCount, plural } from "#console/foundation/ui/wording.ts";

interface BrokenThing {
  key: string;
  isSevere: boolean;
  name: string;
  /** Such as "Experiment, day 12 of 28". */
  about: string;
  what: string;
  message: string;
  consequence: string;
  action: string;
  to:
    | "/$company/dynamic_configs/$id"
    | "/$company/experiments/$id"
    | "/$company/events/$name"
    | "/$company/events"
    | "/$company/gates/$id";
  params: { id?: string; name?: string };
}

interface Given {
  experiments: readonly ListEntry[];
  /** Number of all experiments with a failed check. */
  failing: number;
  silent: ResponseOf<"listSilentEvents">;
  /** Time when the newest of all events was logged, in ms. */
  newest: number | undefined;
  stale: ResponseOf<"listGates">;
  readings: ResponseOf<"listChangedReadings">;
  loads: ResponseOf<"readWarehouseStatus">;
}

function ofExperiment({ id, experiment, days, step }: ListEntry): BrokenThing[] {
  const [check] = inOrder(experiment.healthChecks ?? []);
  if (!check) return [];
  const { groups = [] } = check;
  const units = andList(groups.map((group) => formatCount(group.units)));
  const [finding = ""] = check.description.split(/(?<=[.]) /);
  return [
    {
      key: `experiment ${id}`,
      isSevere: true,
      name: experiment.name,
      about: ["Experiment", days && dayText(days).toLowerCase()].filter(Boolean).join(", "),
      what: checkText(check),
      message: groups.length ? `${units} ${unitNoun(experiment.idType)}, ${figureOf(check)}.` : finding,
      consequence: groups.length
        ? `Planned are ${groups.map(({ expectedUnits }) => formatCount(expectedUnits)).join(" / ")}. Do not use its results.`
        : "Do not use its results before the cause is found.",
      action: step.text,
      to: "/$company/experiments/$id",
      params: { id },
    },
  ];
}

const mostNamed = 2;

function ofEvent({ name, lastTime, perHour, metrics }: Given["silent"]["data"][number]): BrokenThing {
  const more = metrics.length - mostNamed;
  const named = [...metrics.slice(0, mostNamed), ...(more > 0 ? [plural(more, "more metric")] : [])];
  return {
    key: `event ${name}`,
    isSevere: true,
    name,
    about: `Event, since ${formatDay(lastTime)}`,
    what: "Silent",
    message: `since ${formatDateTime(lastTime)}, usually ${formatCount(Math.max(1, Math.round(perHour)))} an hour.`,
    consequence: named.length ? `No new data for ${andList(named)}.` : "No metric uses it.",
    action: "Open the event",
    to: "/$company/events/$name",
    params: { name },
  };
}

/** If even the newest event is old, nothing is logged at all. */
const allSilent = (newest: number): BrokenThing => ({
  key: "events",
  isSevere: true,
  name: "All events",
  about: `Log, since ${formatDay(newest)}`,
  what: "Nothing is logged",
  message: `since ${formatDateTime(newest)}.`,
  consequence: "Results stay as they were then.",
  action: "See the events",
  to: "/$company/events",
  params: {},
});

const ofGate = ({ id, name, typeReason, lastModifiedTime }: Given["stale"]["data"][number]): BrokenThing => ({
  key: `gate ${id}`,
  isSevere: false,
  name,
  about: lastModifiedTime ? `Gate, since ${formatDay(lastModifiedTime)}` : "Gate",
  what: "Stale",
  message: `${staleText(typeReason ?? "").toLowerCase()}${lastModifiedTime ? `, unchanged since ${formatDay(lastModifiedTime)}` : ""}.`,
  consequence: "Its page says what still refers to it.",
  action: "Clean it up",
  to: "/$company/gates/$id",
  params: { id },
});

/** How values are interpreted differently since an update. */
const readings: Readonly<Record<string, string>> = {
  letters: "ß is no longer ss, and a final sigma no other sigma",
  lists: "a text that is a JSON list is no list",
  versions: "1.2.0+5 is no version",
  dates: "small numbers are dates",
};

function ofReading({ kind, id, name, rules }: Given["readings"]["data"][number]): BrokenThing {
  const isGate = kind === "gate";
  const changes = [...new Set(rules.flatMap((rule) => rule.changes))];
  return {
    key: `reading ${kind} ${id}`,
    isSevere: false,
    name,
    about: isGate ? "Gate, since the update" : "Config, since the update",
    what: "May decide differently",
    message: `since the update, as client libraries: ${changes.map((change) => readings[change] ?? change).join("; ")}.`,
    consequence: `Try a user on ${andList(rules.slice(0, mostNamed).map((rule) => rule.name))}${rules.length > mostNamed ? ` and ${plural(rules.length - mostNamed, "more rule")}` : ""}.`,
    action: "See the rules",
    to: isGate ? "/$company/gates/$id" : "/$company/dynamic_configs/$id",
    params: { id },
  };
}

function ofLoad(load: Given["loads"]["data"]["failedLoads"][number]): BrokenThing {
  const { experimentID, experimentName, state, time, message, shownUntil } = load;
  return {
    key: `load ${experimentID}`,
    isSevere: state !== "partial_failure",
    name: experimentName,
    about: `Load, ${formatDay(time)}`,
    what:
      state === "partial_failure" ? "Loaded in part" : state === "timeout" ? "Took too long" : "Load failed",
    message,
    consequence:
      shownUntil === null
        ? "There are no results yet."
        : `Its results are those up to ${formatDateTime(shownUntil)}.`,
    action: "See the loads",
    to: "/$company/experiments/$id",
    params: { id: experimentID },
  };
}

const mostLoads = 4;

const totalOf = ({
  data,
  pagination,
}: {
  data: readonly unknown[];
  pagination?: { totalItems: number } | undefined;
}) => pagination?.totalItems ?? data.length;

export function brokenThings({ experiments, failing, silent, newest, stale, readings: read, loads }: Given) {
  const isAllSilent = newest !== undefined && silent.data.some(({ lastTime }) => lastTime === newest);
  const events = isAllSilent ? [allSilent(newest)] : silent.data.map(ofEvent);
  return {
    things: [
      ...experiments.flatMap(ofExperiment),
      ...loads.data.failedLoads.slice(0, mostLoads).map(ofLoad),
      ...events,
      ...read.data.map(ofReading),
      ...stale.data.map(ofGate),
    ],
    readings: totalOf(read),
    moreReadings: totalOf(read) - read.data.length,
    total:
      failing +
      loads.data.failedLoads.length +
      totalOf(read) +
      (isAllSilent ? 1 : totalOf(silent)) +
      totalOf(stale),
    /** Number of stale gates beyond the listed ones. */
    moreStale: totalOf(stale) - stale.data.length,
    moreFailing: failing - experiments.length,
  };
}

export type Broken = ReturnType<typeof brokenThings>;
