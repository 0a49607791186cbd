// Saves exports as files on the user's machine.

/** Returns a file name such as "one_page_checkout-2026-11-21.svg". */
export function fileName(id: string, ending: string, now: number): string {
  const safe = id.replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "");
  return `${safe || "experiment"}-${new Date(now).toISOString().slice(0, 10)}.${ending}`;
}

const types = {
  svg: "image/svg+xml",
  png: "image/png",
  csv: "text/csv",
  html: "text/html",
  md: "text/markdown",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
} as const;

/** Saves an export under the id of the exported entity and the date. */
export function saveExport(id: string, ending: keyof typeof types, content: Blob | string) {
  const blob =
    typeof content === "string" ? new Blob([content], { type: `${types[ending]};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(id, ending, Date.now());
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
