// A value that was seen, of a user or of an event, as a condition of a rule. Pure.
import { plainName } from "#targeting/evaluate/event-user.ts";
import { newCondition, type ConditionDraft } from "./condition-draft.ts";

export interface SeenValue {
  /** id: of another unit type; else an attribute. */
  readonly part: string;
  readonly key: string;
  readonly value: string;
}

/** By plain name: what a type of condition reads by itself. */
const types: Readonly<Record<string, string>> = {
  country: "country",
  appversion: "app_version",
  email: "email",
  locale: "locale",
  osname: "os_name",
  osversion: "os_version",
  browsername: "browser_name",
  browserversion: "browser_version",
  devicemodel: "device_model",
};

export function conditionOf({ part, key, value }: SeenValue): ConditionDraft {
  const own = { ...newCondition("seen"), operator: "any", values: [value] };
  if (part === "id") return { ...own, type: "unit_id", customID: key };
  const type = types[plainName(key)];
  return type ? { ...own, type } : { ...own, type: "custom_field", field: key };
}
