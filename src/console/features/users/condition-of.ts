// An attribute of a user as a condition of a rule. Pure.
import type { UnitAttributes } from "#contract/event-answers.ts";
import { plainName } from "#targeting/evaluate/event-user.ts";
import { newCondition, type ConditionDraft } from "#console/rules/fields/condition-draft.ts";

type Attribute = Pick<UnitAttributes["attributes"][number], "part" | "key" | "value">;

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

export function conditionOf({ part, key, value }: Attribute): ConditionDraft {
  const own = { ...newCondition("seen"), operator: "any", values: [value] };
  if (part === "id") return { ...own, type: "unit_id", customID: key };
  const type = types[plainName(key)];
  return type ? { ...own, type } : { ...own, type: "custom_field", field: key };
}
