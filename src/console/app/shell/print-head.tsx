import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { usePrintTime } from "#console/foundation/ui/use-print-time.ts";

/** Printed above the page: its address and the time. */
export function PrintHead() {
  const time = usePrintTime();
  if (time === undefined) return null;
  return (
    <p className="flex justify-between gap-6 text-12 text-text-muted">
      <span className="break-all">{location.href}</span>
      <span className="whitespace-nowrap">Printed {formatDateTime(time)}</span>
    </p>
  );
}
