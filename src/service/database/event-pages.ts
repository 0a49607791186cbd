// One page of the event log, at any depth.
import type { Reader, Row, Value } from "./database.ts";
import { narrowEvents } from "./event-columns.ts";
import { hoursOfStretch, newestSince } from "./event-hours.ts";
import { counted } from "./logs.ts";
import type { Found, PageOf } from "./pages.ts";

/** The newest first; events of one instant in a fixed order, the last stored first. */
export const newestFirst = "time desc, seq desc";

/** The columns that a list of events shows. */
const shown = "seq, time, name, source, value, unit_id, ids, metadata";
/** Events that the embedded engine reads at once, about. */
const atOnce = 2048;

/** Numbers that lie so close together that they are read at once. */
function neighbours(numbers: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const group = groups.at(-1);
    if (group && number - (group[0] ?? number) < atOnce) group.push(number);
    else groups.push([number]);
  }
  return groups;
}

/** Events that the embedded engine looks through in the time of one look at a number. */
const throughInLook = 16_000;

/** Whether these events of a log up to a number are read sooner by their numbers than by a look through all of it. */
export const areFew = (numbers: readonly number[], last: number) =>
  neighbours(numbers).length * throughInLook < last;

/** SQL of the events with these numbers, newest first. For all numbers in one condition the embedded engine would read the wide columns of
 *  all that lies between, which takes ten times as long as to look up one after the other. */
export function ofNumbers(select: string, numbers: readonly number[], columns = shown): string {
  const looks = neighbours(numbers).map((group) => {
    const [first, last] = [group[0], group.at(-1)];
    const condition =
      first === last ? `seq = ${first}` : `seq between ${first} and ${last} and seq in (${group.join(", ")})`;
    return `select ${columns} from event where ${condition}`;
  });
  // Values are worked out once for all rows, and not in the plan of each look.
  return `with event_row as materialized (${looks.join(" union all ")})
    select ${select} from event_row as event order by ${newestFirst}`;
}

/** Events that meet a condition, newest first: only their times and numbers are put in order, whatever order they are stored in. */
async function readEvents<R extends Row>(
  reader: Reader,
  { select, condition, values }: { select: string; condition: string; values: readonly Value[] },
  { limit, offset }: { limit: number; offset: number },
): Promise<R[]> {
  const table = await narrowEvents(reader);
  const found = await reader.query<{ seq: number }>(
    `select seq from ${table} where ${condition} order by ${newestFirst} limit ${limit} offset ${offset}`,
    values,
  );
  if (found.length === 0) return [];
  return reader.query<R>(
    ofNumbers(
      select,
      found.map(({ seq }) => seq),
    ),
  );
}

/** A page of all events, or of those of one name. The times that hold it are known without a look at the whole log. */
export async function readEventPage<R extends Row>(
  database: Reader,
  select: string,
  name: string | undefined,
  { limit, page }: PageOf,
): Promise<Found<R>> {
  const offset = (page - 1) * limit;
  const [logged] = await database.query<{ total: number }>(
    `select cast(coalesce(sum(logged), 0) as bigint) as total from ${counted}
     where kind = 'event' ${name === undefined ? "" : "and name = $1"}`,
    name === undefined ? [] : [name],
  );
  const total = logged?.total ?? 0;
  if (limit === 0 || offset >= total) return { items: [], total };
  const newest = await newestSince(database, name === undefined ? undefined : [name], offset + limit);
  const stretch =
    newest === undefined
      ? await hoursOfStretch(database, name, { offset, limit })
      : { since: newest, until: undefined, before: 0 };
  if (!stretch) return { items: [], total };
  const { since, until, before } = stretch;
  const within = until === undefined ? `time >= ${since}` : `time >= ${since} and time < ${until}`;
  const condition = name === undefined ? within : `name = $1 and ${within}`;
  const values = name === undefined ? [] : [name];
  const items = await readEvents<R>(
    database,
    { select, condition, values },
    { limit, offset: offset - before },
  );
  return { items, total };
}
