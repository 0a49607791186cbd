import type { Accepted, Editable } from "#console/editing/session/edited-kind.ts";
import { formatDateTime, formatTime } from "#console/foundation/ui/time-format.ts";
import type { Check } from "./review-checks.tsx";

export const dryRunCheck = ({ time, took }: Pick<Accepted<unknown, unknown>, "time" | "took">): Check => ({
  isFine: true,
  title: "Dry run accepted",
  note: `The service checked everything and stored nothing. ${formatTime(time)}, ${took} ms.`,
});

/** Whether a save that came in between would be noticed. */
export function versionCheck({
  version,
  lastModifiedTime,
}: Pick<Editable, "version"> & { lastModifiedTime?: number | null | undefined }): Check {
  if (!version)
    return {
      isFine: false,
      title: "A save in between would go unnoticed",
      note: "This service tells no version to compare with.",
    };
  const saved = lastModifiedTime ? ` of ${formatDateTime(lastModifiedTime)}` : "";
  return {
    isFine: true,
    title: "Nobody saved in between",
    note: `You started from version ${version}${saved}.`,
  };
}

export const productionCheck: Check = {
  isFine: false,
  title: "Reaches production",
  note: "The changes apply right after saving.",
};
