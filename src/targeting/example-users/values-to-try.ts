// Generates values worth trying for one place of a user: the values named by its conditions, their neighbours, and an unrelated value.
import { targetValues, type Condition } from "#contract/condition.ts";
import { dayOf, numberOf, timeOf } from "#targeting/evaluate/values.ts";
import { versionOf } from "#targeting/evaluate/versions.ts";
import { exampleOfPattern } from "#targeting/evaluate/patterns.ts";

const msPerDay = 86_400_000;

const isOver = (operator: string) => operator.endsWith("gt") || operator.endsWith("gte");

/** Returns a number and its neighbours on either side. */
function nearNumber(text: string, operator: string): unknown[] {
  const number = numberOf(text);
  if (number === undefined) return [];
  const step = Number.isInteger(number) ? 1 : 0.1;
  const beside = [number + step, number - step].map((near) => Number(near.toPrecision(15)));
  return [number, ...(isOver(operator) ? beside : beside.reverse())];
}

/** Returns a version, a slightly newer one, and the oldest possible one. */
function nearVersion(text: string): unknown[] {
  const version = versionOf(text);
  if (!version) return [];
  const last = version.length - 1;
  const lowered = version.findLastIndex((part) => part > 0);
  const older = version.map((part, index) => (index === lowered ? part - 1 : part));
  const newer = version.map((part, index) => (index === last ? part + 1 : part));
  return [version, newer, older, [...version, 0, 0, 1]].map((parts) => parts.join(".")).concat("0");
}

/** Returns a time, the ms on either side and the days around it; in ms for the time of the request, else as text. */
function nearTime(text: string, type: string): unknown[] {
  const time = timeOf(text);
  if (time === undefined) return [];
  const day = dayOf(time) * msPerDay;
  const times = [time, time + 1, time - 1, day, day - 1, day + msPerDay, day - msPerDay];
  const writable = times.filter((each) => Math.abs(each) < 8.64e15);
  return type === "time" ? writable : writable.map((each) => new Date(each).toISOString());
}

const timeOperators = new Set(["before", "after", "on"]);

function valuesOfOne(condition: Condition): unknown[] {
  const operator = condition.operator?.toLowerCase() ?? "";
  const targets = targetValues(condition);
  const [target = ""] = targets;
  if (operator.startsWith("version_")) return nearVersion(target);
  if (timeOperators.has(operator)) return nearTime(target, condition.type);
  if (["gt", "gte", "lt", "lte"].includes(operator)) return nearNumber(target, operator);
  if (operator === "str_matches") return [exampleOfPattern(target) ?? target];
  if (operator.includes("array_")) return [targets, ...targets.map((each) => [each]), []];
  if (condition.type === "email" && operator.startsWith("str_"))
    return [...targets.filter((each) => each.startsWith("@")).map((each) => `someone${each}`), ...targets];
  return targets;
}

const others: Readonly<Record<string, readonly string[]>> = {
  country: ["SE", "US", "JP", "BR"],
  email: ["someone@mail.example"],
  locale: ["sv-SE", "en-US"],
  ip_address: ["192.0.2.1"],
  browser_name: ["Firefox", "Chrome"],
  os_name: ["Linux", "iOS"],
  environment_tier: ["production", "staging", "development", "test"],
};

/** Returns values that can meet several conditions on one place at once: midpoints of numbers, concatenated texts, joined lists. */
function together(conditions: readonly Condition[]): unknown[] {
  const ofOperator = (start: string) =>
    conditions.filter(({ operator }) => operator?.toLowerCase().includes(start)).map(targetValues);
  const numbers = conditions
    .flatMap((condition) => (/^[gl]te?$/i.test(condition.operator ?? "") ? targetValues(condition) : []))
    .flatMap((text) => numberOf(text) ?? [])
    .sort((left, right) => left - right);
  const middles = numbers.slice(1).map((number, index) => ((numbers[index] ?? number) + number) / 2);
  const parts = ofOperator("str_contains_any").map(([first = ""]) => first);
  const joined = ofOperator("str_contains_none").map(([first = ""]) => [...parts, first].join(""));
  const lists = ofOperator("array_");
  const items = [...new Set(lists.flat())];
  const without = lists.map((list) => items.filter((item) => !list.includes(item)));
  return [
    ...middles,
    ...(parts.length > 1 ? [parts.join("")] : []),
    ...joined,
    ...(lists.length ? [items, ...without] : []),
  ];
}

const mostValues = 400;

/** Returns values for the place that all of the conditions read, the most promising first, excluding the missing value. */
export function valuesFor(conditions: readonly Condition[]): unknown[] {
  const named = conditions.flatMap(valuesOfOne);
  const beside = conditions.flatMap(({ type }) => others[type] ?? ["something else"]);
  return [...new Set([...named, ...together(conditions), ...beside])].slice(0, mostValues);
}
