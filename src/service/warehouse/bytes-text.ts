// Formats amounts of bytes. Pure.
const units = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Formats an amount such as "38.6 GB". */
export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toLocaleString("en", { maximumSignificantDigits: 3 })} ${units[power]}`;
}
