// Escaping of user-supplied names for each export format, all in one place.

const special = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const isSpecial = (character: string): character is keyof typeof special => character in special;
/** Characters that XML forbids even when escaped, including lone surrogates. */
const notInXml = /(?![\t\r\n])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu;

/** Markup without the characters that XML does not allow. */
export const validXml = (markup: string) => markup.replace(notInXml, "");

/** Escapes text and attribute values of SVG and HTML. */
export const xmlText = (text: string) =>
  validXml(text).replace(/[&<>"']/g, (character) => (isSpecial(character) ? special[character] : ""));

/** Puts text on one line and escapes all that Markdown, or HTML within it, would interpret. */
export const markdownText = (text: string) =>
  text
    .replace(/\s*[\r\n]+\s*/g, " ")
    .replace(/[\\`*_[\]<>|#~]/g, String.raw`\$&`)
    .replaceAll("&", "&amp;");

/** Text that a spreadsheet would run as a formula. */
const formula = /^(?:[\s\p{Cc}]*[=+\-@|\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay
 * numbers.
 */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
