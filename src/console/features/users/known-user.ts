// Builds the user to evaluate rules for from the known attributes, now or at an earlier time. Pure.
import type { UnitAttributes } from "#contract/event-answers.ts";
import type { EventUser } from "#contract/event.ts";

type Attribute = UnitAttributes["attributes"][number];

/** Returns the value at a time in ms; undefined if there was none, or if it is not known any more. */
export function valueAt({ value, since, changes }: Attribute, at: number | undefined): string | undefined {
  if (at === undefined || since <= at) return value;
  const last = changes.find(({ time }) => time <= at);
  return last ? last.to : (changes.at(-1)?.from ?? undefined);
}

/** Attributes that the app sets on its user take precedence over those of the event. */
const order = ["metadata", "id", "user"];

export interface Unit {
  readonly type: string;
  readonly id: string;
}

export function userAt(unit: Unit, attributes: readonly Attribute[], at: number | undefined): EventUser {
  const known = attributes
    .toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part))
    .flatMap((attribute): [string, string][] => {
      const value = valueAt(attribute, at);
      return value === undefined ? [] : [[attribute.key, value]];
    });
  const isUser = unit.type === "userID";
  return {
    userID: isUser ? unit.id : "",
    timestamp: String(at ?? 0),
    metadata: { ...Object.fromEntries(known), ...(isUser ? {} : { [unit.type]: unit.id }) },
  };
}
