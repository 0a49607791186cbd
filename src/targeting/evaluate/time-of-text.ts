// Parses a time that is written as text.

const digits = /^-?\d{1,16}$/;
const calendar = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * Completes a text to the form that Date.parse accepts: with seconds, a fraction of three digits and a time zone; empty
 * if it is not a time.
 */
function completed(text: string): string {
  const [, day, minutes = "00:00", seconds = ":00", fraction = "", zone = "Z"] = calendar.exec(text) ?? [];
  return day ? `${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zone.toUpperCase()}` : "";
}

/**
 * Returns the time in ms.
 * Choice: digits are a time since the epoch, in s below 10¹⁰, else in ms; ISO 8601 without a zone is UTC; any other text is no time.
 */
export function timeOfText(text: string): number | undefined {
  const trimmed = text.trim();
  if (digits.test(trimmed)) {
    const epoch = Number(trimmed);
    return epoch < 1e10 ? epoch * 1000 : epoch;
  }
  const time = Date.parse(completed(trimmed));
  return Number.isNaN(time) ? undefined : time;
}
