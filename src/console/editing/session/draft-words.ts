// Texts for the reasons why a draft cannot be saved, shared by the footer, the notices and the disabled button.
import { plural } from "#console/foundation/ui/wording.ts";

export const errorsText = (count: number) => `${plural(count, "error")} to fix`;
export const conflictsText = (count: number) => `${plural(count, "conflict")} to resolve`;
export const newerText = "A newer version to merge";
