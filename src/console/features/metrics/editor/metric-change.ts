// Turns an edited draft into a partial update. Pure.
import { sameJson } from "#contract/json5.ts";
import { bodyOf } from "./metric-body.ts";
import type { MetricDraft } from "./metric-draft.ts";

type Body = ReturnType<typeof bodyOf>;

/** Returns the body fields in which the drafts differ. */
export function changeOf(before: MetricDraft, after: MetricDraft): Partial<Body> {
  const old: Readonly<Record<string, unknown>> = bodyOf(before);
  return Object.fromEntries(
    Object.entries(bodyOf(after)).filter(([field, value]) => !sameJson(value, old[field])),
  );
}

/** Fields that do not affect computed values. */
const quiet = ["description", "owner", "name"];

export const altersNumbers = (change: object) => Object.keys(change).some((field) => !quiet.includes(field));
