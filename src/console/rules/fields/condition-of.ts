// Converts a value that was seen in a user or an event into a condition of a rule. Pure.
import { plainName } from "#targeting/evaluate/event-user.ts";
import { newCondition, type ConditionDraft } from "./condition-draft.ts";

export interface SeenValue {
  /** "id": the id of a custom unit type; otherwise an attribute. */
  readonly part: string;
  readonly key: string;
  readonly value: string;
}

/** Maps the plain names of attributes to the condition types that read them. */
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
