// Maps the path of a plan field in the request body to its form element, so that findings can link to it.

/** Returns the element id: "groups.2.parameterValues.hint" becomes "field-groups-2-parameterValues-hint". */
export const planFieldID = (path: string) => `field-${path.replaceAll(/[^\w]+/g, "-")}`;

/** Scrolls to the element and focuses it; if it does not exist, the nearest ancestor field in the path is used. */
export function focusPlanField(id: string) {
  for (let parts = id.split("-"); parts.length > 1; parts = parts.slice(0, -1)) {
    const field = document.getElementById(parts.join("-"));
    if (!field) continue;
    field.scrollIntoView({ block: "center" });
    return field.focus({ preventScroll: true });
  }
}

/** Scrolls to the field with this path and focuses it. */
export const goToPlanField = (path: string) => focusPlanField(planFieldID(path));
