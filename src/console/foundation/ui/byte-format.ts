// Formats numbers of bytes.
const sizes = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Returns a text such as "38.6 GB", with a no-break space. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = (bytes / 1000 ** power).toLocaleString("en", { maximumSignificantDigits: 3 });
  return `${amount}\u00a0${sizes[power]}`;
}
