// Parses times in imported files.

const clock =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d+))?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Larger numbers are milliseconds (from 1973), smaller ones are seconds. */
const leastMilliseconds = 1e11;

/** Parses an epoch in ms or s, an ISO 8601 time, or `YYYY-MM-DD HH:MM:SS[.f]` to ms since the epoch; UTC if no zone is given. */
export function parseTime(text: string): number | undefined {
  const given = text.trim();
  if (/^-?\d+(\.\d+)?$/.test(given)) {
    const number = Number(given);
    return Math.round(Math.abs(number) >= leastMilliseconds ? number : number * 1000);
  }
  const found = clock.exec(given);
  if (!found) return undefined;
  const [, date = "", time = "00:00:00", fraction = "", zone = "Z"] = found;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const parsed = Date.parse(
    `${date}T${seconds}.${fraction.padEnd(3, "0").slice(0, 3)}${offset.toUpperCase()}`,
  );
  return Number.isNaN(parsed) || !isDay(date) ? undefined : parsed;
}

/** Whether a date exists: Date.parse would read 30 February as 2 March. */
const isDay = (date: string) =>
  Number(date.slice(8)) <= 28 || new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
