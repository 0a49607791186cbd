// Slots: the places in a user that conditions read, so that made-up users can be filled in.
import type { Condition } from "#contract/condition.ts";
import { attributeOf, isUserAttribute, isUserID, type User } from "#targeting/evaluate/conditions.ts";

export interface Slot {
  /** The same for every condition that reads the same place. */
  readonly key: string;
  readonly put: (user: User, value: unknown) => User;
}

const textOr = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The slot of an attribute of the user, or of a custom one. */
function fieldSlot(field: string): Slot {
  if (field === "environment")
    return { key: field, put: (user, value) => ({ ...user, environment: textOr(value) }) };
  if (isUserAttribute(field)) return { key: field, put: (user, value) => ({ ...user, [field]: value }) };
  return {
    key: `custom.${field}`,
    put: (user, value) => ({ ...user, custom: { ...user.custom, [field]: value } }),
  };
}

/** The slot of the id of a kind of unit. */
export function unitSlot(idType: string): Slot {
  if (isUserID(idType)) return fieldSlot("userID");
  return {
    key: `customIDs.${idType}`,
    put: (user, value) => ({ ...user, customIDs: { ...user.customIDs, [idType]: value } }),
  };
}

export const environmentSlot: Slot = fieldSlot("environment");

function groupSlot(experiment: string): Slot {
  const put = (user: User, value: unknown): User => {
    const group = textOr(value);
    return group === undefined
      ? user
      : { ...user, experimentGroups: { ...user.experimentGroups, [experiment]: group } };
  };
  return { key: `experimentGroups.${experiment}`, put };
}

const timeSlot: Slot = {
  key: "time",
  put: (user, value) => ({ ...user, time: typeof value === "number" ? value : undefined }),
};

/** The slot that a condition reads; undefined where it reads no value of the user. */
export function slotOf({ type, field, customID }: Condition): Slot | undefined {
  if (type === "custom_field") return fieldSlot(field ?? "");
  if (type === "unit_id") return unitSlot(customID ?? "");
  if (type === "environment_tier") return environmentSlot;
  if (type === "experiment_group") return groupSlot(field ?? "");
  if (type === "time") return timeSlot;
  const attribute = attributeOf(type);
  return attribute && fieldSlot(attribute);
}
