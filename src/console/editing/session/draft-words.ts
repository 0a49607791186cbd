// The states of a draft that keep it from being saved, in one set of words for the foot, the notices and the disabled step.
import { plural } from "#console/foundation/ui/wording.ts";

export const errorsText = (count: number) => `${plural(count, "error")} to fix`;
export const conflictsText = (count: number) => `${plural(count, "conflict")} to resolve`;
export const newerText = "A newer version to merge";
