// The element of a field of the plan, by the path that the field has in the body: findings lead there.

/** "groups.2.parameterValues.hint" is the element "field-groups-2-parameterValues-hint". */
export const planFieldID = (path: string) => `field-${path.replaceAll(/[^\w]+/g, "-")}`;

/** Brings the element into view and focuses it: where there is none, that of the nearest field above it. */
export function focusPlanField(id: string) {
  for (let parts = id.split("-"); parts.length > 1; parts = parts.slice(0, -1)) {
    const field = document.getElementById(parts.join("-"));
    if (!field) continue;
    field.scrollIntoView({ block: "center" });
    return field.focus({ preventScroll: true });
  }
}

/** The same by the path of the field. */
export const goToPlanField = (path: string) => focusPlanField(planFieldID(path));
