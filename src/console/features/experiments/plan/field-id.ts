// The element of a field of the plan, by the path that the field has in the body: findings lead there.

/** "groups.2.parameterValues.hint" is the element "field-groups-2-parameterValues-hint". */
export const planFieldID = (path: string) => `field-${path.replaceAll(/[^\w]+/g, "-")}`;

/** Brings the field of a path into view and focuses it: the nearest one above it where the path itself has none. */
export function goToPlanField(path: string) {
  for (let parts = path.split("."); parts.length > 0; parts = parts.slice(0, -1)) {
    const field = document.getElementById(planFieldID(parts.join(".")));
    if (!field) continue;
    field.scrollIntoView({ block: "center" });
    return field.focus({ preventScroll: true });
  }
}
