// The units that a reading of a large log looks at: some of them, chosen by chance, and always the same ones.
import type { Reader, Row, Value } from "#service/database/database.ts";

/** Each unit has a number below this by its id alone. */
const chances = 2 ** 20;

/** Rows that are looked at to know about how many units there are; fewer are looked at all. */
const probedRows = 200_000;

/** The condition on the id of a unit that its number is below a bound; absent where all are chosen. */
export const isChosen = (unit: string, below: number | undefined) =>
  below === undefined ? "true" : `unit_chance(${unit}) < ${below}`;

/** The bound of about `most` of `units`, or of the part of them below a bound; undefined where all are chosen. */
export const boundOf = (units: number, most: number, below?: number) =>
  units <= most ? below : Math.ceil(((below ?? chances) * most) / units);

/** The SQL of an event's unit, and what is bound to it after the first and the last ms of a time. */
interface UnitsOf {
  unit: string;
  values: readonly [number, number, ...Value[]];
}

/** Numbers of units by the conditions on their events: of a large log about so many. */
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
