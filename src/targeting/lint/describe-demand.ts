// Describes demands for messages.
import { timeOf } from "#targeting/evaluate/values.ts";
import type { Demand } from "./demand.ts";

const before: Readonly<Record<string, string>> = {
  any: "one of",
  none: "none of",
  any_case_sensitive: "exactly one of",
  none_case_sensitive: "exactly none of",
  str_contains_any: "a text with",
  str_contains_none: "a text without",
  str_matches: "a match of",
  is_null: "missing",
  is_not_null: "present",
  gt: "over",
  gte: "at least",
  lt: "under",
  lte: "at most",
  version_gt: "newer than",
  version_gte: "at least version",
  version_lt: "older than",
  version_lte: "at most version",
  version_eq: "version",
  before: "before",
  after: "after",
  on: "on",
  array_contains_any: "a list with any of",
  array_contains_none: "a list with none of",
  array_contains_all: "a list with all of",
  not_array_contains_all: "a list without all of",
};

const mostShown = 3;

/** Formats a target for messages: times in ms are shown as dates. */
function shown({ operator }: Demand, target: string): string {
  const isTime = ["before", "after", "on"].includes(operator) && /^\d+$/.test(target.trim());
  const time = isTime ? timeOf(target) : undefined;
  const isDate = time !== undefined && Math.abs(time) <= 8.64e15;
  return isDate ? new Date(time).toISOString().replace(/(:00)?\.000Z$/, "Z") : target;
}

/** Describes the values that meet the demand, such as "one of DE, FR"; long lists are truncated. */
export function describeDemand(demand: Demand): string {
  const { operator, targets } = demand;
  const first = targets.slice(0, mostShown).map((target) => shown(demand, target) || '""');
  const more = targets.length > mostShown ? ` and ${targets.length - mostShown} more` : "";
  const message = operator === "any" && targets.length === 1 ? "" : (before[operator] ?? operator);
  return `${message} ${first.join(", ")}${more}`.trim();
}
