// Writes the conditions of a rule in the form that libraries know. One of our conditions may take several of theirs.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { operators } from "#targeting/evaluate/operators.ts";
import { isUserID } from "#targeting/evaluate/places.ts";
import { segmentName } from "#targeting/evaluate/references.ts";
import { dayOf, lowerCased, msPerDay, numberOf, timeOf } from "#targeting/evaluate/values.ts";
import { versionOf } from "#targeting/evaluate/versions.ts";
import { everyone, onGate, specCondition, subject, type SpecCondition, type Subject } from "./spec.ts";

/** Holds if all conditions of at least one list hold; without any list it never holds. */
type Alternatives = readonly (readonly SpecCondition[])[];

export const wireIDType = (idType: string | null | undefined): string =>
  !idType || isUserID(idType) ? "userID" : idType;

/** Libraries interpret numbers below 10¹⁰ as seconds, each in its own way, and do not parse years of fewer than four digits. */
export const wireTime = (time: number) =>
  time < 1e10 ? new Date(Math.max(time, -3e13)).toISOString() : time;

/** Splits targets into lists without two that differ only in case, since one library would keep only the last of those. */
function apart(targets: readonly string[]): string[][] {
  const lists: string[][] = [];
  const seen = new Map<string, number>();
  for (const target of new Set(targets)) {
    const index = seen.get(lowerCased(target)) ?? 0;
    seen.set(lowerCased(target), index + 1);
    (lists[index] ??= []).push(target);
  }
  return lists;
}

/** The texts that some libraries treat a missing value as. */
const textsOfNothing = new Set(["", "undefined", "null"]);
const mayBeNothing = (targets: readonly string[]) =>
  targets.some((target) => textsOfNothing.has(lowerCased(target)));

const isPresent = (of: Subject) => specCondition(of, "neq", null);
const isAbsent = (of: Subject) => specCondition(of, "eq", null);

const one = <T>(target: T | undefined, write: (target: T) => readonly SpecCondition[]): Alternatives =>
  target === undefined ? [] : [write(target)];

/** Writes the comparison of a user's value with targets by an operator. */
function compared(of: Subject, operator: string, targets: readonly string[]): Alternatives {
  const [target] = targets;
  const written = (value: unknown) => [specCondition(of, operator, value)];
  switch (operator) {
    case "is_null":
      return [[isAbsent(of)]];
    case "is_not_null":
      return [[isPresent(of)]];
    case "any":
    case "any_case_sensitive":
      return apart(targets).map((list) => [...(mayBeNothing(list) ? [isPresent(of)] : []), ...written(list)]);
    case "none":
    case "none_case_sensitive":
      return [...(mayBeNothing(targets) ? [[isAbsent(of)]] : []), apart(targets).flatMap(written)];
    case "str_matches":
      return one(target, (pattern) => [isPresent(of), ...written(pattern)]);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return one(numberOf(target), written);
    case "before":
    case "after":
      return one(timeOf(target), (time) => written(wireTime(time)));
    case "on":
      return one(timeOf(target), (time) => {
        const start = dayOf(time) * msPerDay;
        return [
          specCondition(of, "after", wireTime(start - 1)),
          specCondition(of, "before", wireTime(start + msPerDay)),
        ];
      });
    default:
      return operator.startsWith("version_")
        ? one(versionOf(target), (parts) => written(parts.join(".")))
        : [written(targets)];
  }
}

/** Users without a tier are in the usual environment. One library treats a missing tier as an empty text, another as "undefined". */
const inEnvironments = (operator: string, names: readonly string[], usual: string) =>
  specCondition(subject("environment_field", "tier"), operator, [
    ...names,
    ...(names.some((name) => lowerCased(name) === lowerCased(usual)) ? ["", "undefined"] : []),
  ]);

/** Maps each condition type to the value that clients read. */
const subjects: ReadonlyMap<string, Subject> = new Map([
  ["user_id", subject("unit_id")],
  ["email", subject("user_field", "email")],
  ["app_version", subject("user_field", "appVersion")],
  ["ip_address", subject("user_field", "ip")],
  ["locale", subject("user_field", "locale")],
  ["device_model", subject("user_field", "device_model")],
  ["browser_name", subject("ua_based", "browser_name")],
  ["browser_version", subject("ua_based", "browser_version")],
  ["os_name", subject("ua_based", "os_name")],
  ["os_version", subject("ua_based", "os_version")],
  ["country", subject("ip_based", "country")],
  ["time", subject("current_time")],
]);

function subjectOf({ type, field, customID }: Condition): Subject | undefined {
  if (type === "custom_field") return subject("user_field", field ?? "");
  if (type === "unit_id") return subject("unit_id", null, wireIDType(customID));
  return subjects.get(type);
}

const isEntry = (type: string) => /^(passes|fails)_(gate|segment)$/.test(type);

const operatorOf = ({ operator }: Condition) => operator?.toLowerCase() ?? "";

/** True if libraries can evaluate the condition. */
export const isServed = (condition: Condition): boolean =>
  condition.type === "public" ||
  isEntry(condition.type) ||
  ((condition.type === "environment_tier" || subjectOf(condition) !== undefined) &&
    operators.has(operatorOf(condition)));

function alternativesOf(condition: Condition, usual: string): Alternatives {
  const { type } = condition;
  const targets = targetValues(condition);
  if (isEntry(type)) {
    const does = type.startsWith("passes") ? "pass_gate" : "fail_gate";
    return targets.map((id) => [onGate(does, type.endsWith("segment") ? segmentName(id) : id)]);
  }
  if (type === "environment_tier") return [[inEnvironments(operatorOf(condition), targets, usual)]];
  const of = subjectOf(condition);
  return of ? compared(of, operatorOf(condition), targets) : [[everyone]];
}

/**
 * Writes the served conditions of a rule and its environments as alternative lists: a user must meet all conditions of
 * one list. `usual` is the environment of users without one.
 */
export function conditionLists(
  { conditions, environments }: Pick<Rule, "conditions" | "environments">,
  usual: string,
) {
  const start: Alternatives = [environments ? [inEnvironments("any", environments, usual)] : []];
  return conditions
    .filter(isServed)
    .map((condition) => alternativesOf(condition, usual))
    .reduce((lists, next) => lists.flatMap((list) => next.map((more) => [...list, ...more])), start);
}
