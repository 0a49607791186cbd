// Messages of the health checks; they state what a check found, whereas the server's names state what is checked.
import type { HealthCheck } from "#contract/experiment-overview.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

/**
 * Matched by a part of the server's check name; `open` is a warning, `short` the name in lists. Checks that
 * decide whether results can be trusted come first.
 */
const messages = [
  {
    names: /balance/i,
    short: "SRM",
    passed: "No sample ratio mismatch (SRM)",
    open: "Possible sample ratio mismatch (SRM)",
    failed: "Sample ratio mismatch (SRM)",
    waiting: "Sample ratio mismatch (SRM): too few units",
  },
  {
    names: /config changed while running/i,
    short: "Config changed",
    passed: "No config was changed while it ran",
    open: "A config of both groups was changed while it ran",
    failed: "A config of both groups was changed while it ran",
    waiting: "Changes of configs: not looked up",
  },
  {
    names: /treatment changed while running/i,
    short: "Treatment changed",
    passed: "The treatment was not changed while it ran",
    open: "The treatment was changed while it ran",
    failed: "The treatment was changed while it ran",
    waiting: "Changes of the treatment: not looked up",
  },
  {
    names: /allocation changed while running/i,
    short: "Allocation changed",
    passed: "The allocation was changed while it ran, which keeps the groups alike",
    open: "The allocation was changed while it ran",
    failed: "The allocation was changed while it ran",
    waiting: "Changes of the allocation: not looked up",
  },
  {
    names: /changed while running/i,
    short: "Audience changed",
    passed: "Nothing was changed while it ran",
    open: "The audience was changed while it ran",
    failed: "The audience was changed while it ran",
    waiting: "Changes while it ran: not looked up",
  },
  {
    names: /crossover/i,
    short: "Crossover",
    passed: "No crossover: users stay in one group",
    open: "Crossover too small to matter (limit 1\u00a0%)",
    failed: "Crossover above the limit of 1\u00a0%: too many users were in more than one group",
    waiting: "Crossover: no users yet",
  },
  {
    names: /pre-experiment bias/i,
    short: "Bias before the start",
    passed: "No pre-experiment bias found",
    open: "Pre-experiment bias: groups differed before the start",
    failed: "Pre-experiment bias: groups differed before the start",
    waiting: "Pre-experiment bias: no data from before the start",
  },
  {
    names: /event metric/i,
    short: "No data",
    passed: "All metrics have data",
    open: "Some metrics have no data",
    failed: "Metrics have no data",
    waiting: "No metric has data yet",
  },
  {
    names: /unit type/i,
    short: "No unit IDs",
    passed: "Exposures carry unit IDs",
    open: "Exposures without unit IDs",
    failed: "Exposures without unit IDs",
    waiting: "Unit IDs: no exposures yet",
  },
  {
    names: /metric results/i,
    short: "Too few units",
    passed: "Groups can be compared",
    open: "Groups cannot all be compared",
    failed: "Groups cannot be compared",
    waiting: "Too few units to compare",
  },
  {
    names: /^checks (started|not yet detected)/i,
    short: "No exposures",
    passed: "Exposures arrive",
    open: "Few exposures arrive",
    failed: "No exposures arrive",
    waiting: "No exposures yet",
  },
];

/** States in order of urgency. */
export const states = ["failed", "open", "waiting", "passed"] as const;
export type State = (typeof states)[number];
const stateOfStatus: Record<string, State> = { FAILED: "failed", WARNING: "open", PASSED: "passed" };

/** An unknown status counts as waiting. */
export const stateOf = ({ status }: Pick<HealthCheck, "status">): State => stateOfStatus[status] ?? "waiting";

export const stateWords = { failed: "failed", open: "warning", waiting: "waiting", passed: "passed" };

/** Message of a check; for an unknown check the server's own name. */
export const checkText = (check: HealthCheck): string =>
  messages.find(({ names }) => names.test(check.name))?.[stateOf(check)] ?? check.name;

/** Short name of a check, such as "SRM". */
export const shortName = (check: HealthCheck): string =>
  messages.find(({ names }) => names.test(check.name))?.short ?? check.name;

/** Rank of a check among those of its state; unknown checks come first, since their importance is unknown. */
export const rankOf = ({ name }: HealthCheck) => messages.findIndex(({ names }) => names.test(name));

/** Sorts the checks in page order. Each name is matched once, not in each comparison, because lists sort many checks. */
export const inOrder = (checks: readonly HealthCheck[]): HealthCheck[] =>
  checks
    .map((check) => ({ check, state: states.indexOf(stateOf(check)), rank: rankOf(check) }))
    .sort((a, b) => a.state - b.state || a.rank - b.rank)
    .map(({ check }) => check);

/** Inserts no-break spaces, so that percent signs and "p" stay with their number. */
export const unbroken = (description: string) =>
  description.replaceAll(" %", percentSign).replaceAll(/(\bp|<) (?=[\d<])/g, "$1\u00a0");

/** The first bracketed figure of a description, such as "p 0.64" or "0.31 %"; empty if there is none. */
export function figureOf({ status, description }: HealthCheck): string {
  const figure = /\(([^()]{1,12})\)/.exec(description)?.[1] ?? "";
  // A passed check shows no percentage: "No crossover 0.1 %" would contradict itself.
  return status === "PASSED" && figure.endsWith("%") ? "" : unbroken(figure);
}
