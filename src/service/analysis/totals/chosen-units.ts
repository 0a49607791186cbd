// Deterministic sampling of the units that queries on a large log read: random, but always the same units.
import type { Reader, Row, Value } from "#service/database/database.ts";

/** Each unit has a pseudo-random number below this, derived from its id alone. */
const chances = 2 ** 20;

/** Number of rows that are sampled to estimate the number of units; a log with fewer rows is counted completely. */
const probedRows = 200_000;

/** SQL condition that the sampling number of a unit is below a bound; always true if there is no bound. */
export const isChosen = (unit: string, below: number | undefined) =>
  below === undefined ? "true" : `unit_chance(${unit}) < ${below}`;

/**
 * Returns the bound that selects about `most` of `units` (which may themselves be sampled with the bound `below`);
 * undefined if all are selected.
 */
export const boundOf = (units: number, most: number, below?: number) =>
  units <= most ? below : Math.ceil(((below ?? chances) * most) / units);

/** The SQL of an event's unit, and its bind values after the first and the last ms of the time range. */
interface UnitsOf {
  unit: string;
  values: readonly [number, number, ...Value[]];
}

/** Estimates the numbers of units that have events meeting the given conditions, by column; exact for a small log. */
export async function countUnits<Columns extends string>(
  reader: Reader,
  { unit, values }: UnitsOf,
  columns: Readonly<Record<Columns, string>>,
  probed = probedRows,
): Promise<Record<Columns, number>> {
  const where = "time >= $1 and time <= $2";
  const [counted] = await reader.query<Row & { events: number }>(
    `select count(*) as events from event where ${where}`,
    values.slice(0, 2),
  );
  const below = boundOf(counted?.events ?? 0, probed);
  const names = Object.keys(columns) as Columns[];
  const counts = names.map(
    (name) => `count(distinct case when ${columns[name]} then unit_id end) as "${name}"`,
  );
  const [row] = await reader.query<Row & Record<Columns, number>>(
    `select ${counts.join(", ")} from (select ${unit} as unit_id, name from event where ${where}) as e
     where unit_id <> '' and ${isChosen("unit_id", below)}`,
    values,
  );
  const each = below === undefined ? 1 : chances / below;
  return Object.fromEntries(names.map((name) => [name, Math.round((row?.[name] ?? 0) * each)])) as Record<
    Columns,
    number
  >;
}
