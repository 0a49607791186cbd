// Finds the user attributes that served rules and the dimensions of results read.
import { plainName } from "#targeting/evaluate/event-user.ts";
import type { Project, Specs } from "./build-document.ts";
import type { SpecCondition } from "./spec.ts";

function namesOf({ type, field }: SpecCondition): readonly string[] {
  if (type === "user_field" && field !== null) return [field];
  if (type === "ua_based") return ["userAgent", ...(field === null ? [] : [field])];
  return type === "ip_based" ? ["country", "ip"] : [];
}

/** Returns the normalized names of the attributes. */
export function usedAttributes({ gates, configs }: Specs, { experiments }: Project): ReadonlySet<string> {
  const byRules = [...gates, ...configs].flatMap(({ rules }) =>
    rules.flatMap(({ conditions }) => conditions.flatMap(namesOf)),
  );
  const byResults = experiments.flatMap(({ dimensions }) =>
    (dimensions ?? []).flatMap(({ key, type }) => (type === "user" ? [key] : [])),
  );
  return new Set([...byRules, ...byResults].map(plainName));
}
