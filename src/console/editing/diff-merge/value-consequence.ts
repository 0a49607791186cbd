// Describes in words the effect of a changed value: how much a number grows or shrinks, and which items a list gains or loses.
import { sameJson, type Json } from "#contract/json5.ts";
import { andList, percentText } from "#console/foundation/ui/wording.ts";

const named: Readonly<Record<string, string>> = { "0.5": "Half as much", "2": "Twice as much" };

function numberConsequence(before: number, after: number): string {
  // A ratio that is relative to zero or involves a negative number is meaningless.
  if (before <= 0 || after < 0) return "";
  if (after === 0) return "Nothing any more";
  const times = after / before;
  const name = named[String(times)];
  if (name) return name;
  if (times >= 2)
    return times > 10 ? "More than 10 times as much" : `${Number(times.toFixed(1))} times as much`;
  const percent = Number((100 * Math.abs(times - 1)).toFixed(times > 0.99 && times < 1.01 ? 2 : 0));
  return percent === 0 ? "" : `${percentText(percent)} ${times > 1 ? "more" : "less"}`;
}

const isName = (item: Json): item is string | number => typeof item === "string" || typeof item === "number";

function listConsequence(before: readonly Json[], after: readonly Json[]): string {
  if (![...before, ...after].every(isName)) return "";
  const without = (some: readonly Json[], others: readonly Json[]) =>
    some.filter((item) => !others.includes(item)).map(String);
  const [added, gone] = [without(after, before), without(before, after)];
  if (added.length + gone.length === 0)
    return after.length === before.length ? "The same in another order" : "";
  const parts = [
    added.length > 0 ? `With ${andList(added)}` : "",
    gone.length > 0 ? `${added.length > 0 ? "without" : "Without"} ${andList(gone)}` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** Returns "" where the two values need no explanation. */
export function valueConsequence(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined || after === undefined || sameJson(before, after)) return "";
  if (typeof before === "number" && typeof after === "number") return numberConsequence(before, after);
  return Array.isArray(before) && Array.isArray(after) ? listConsequence(before, after) : "";
}
