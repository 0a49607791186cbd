// Wording of ramp plan steps. Pure.
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

/** Words a step: "50 % on Nov 24, 2026, 10:00 AM". */
export const stepWords = ({ allocation, time }: { allocation: number; time?: number | null | undefined }) =>
  `${percentText(allocation)} ${typeof time === "number" ? `on ${formatDateTime(time)}` : "by hand"}`;
