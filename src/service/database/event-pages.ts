// Reads one page of the event log, at any depth.
import type { Reader, Row, Value } from "./database.ts";
import { eventsWithoutDocuments } from "./event-columns.ts";
import { hoursOfStretch, newestEventsLowerBound } from "./event-hours.ts";
import { counted } from "./logs.ts";
import type { Found, PageOf } from "./pages.ts";

/** Newest first; events of the same time in the reverse order of storage. */
export const newestFirst = "time desc, seq desc";

/** The columns that lists of events show. */
const shown = "seq, time, name, source, value, unit_id, ids, metadata";
/** Approximate number of events that the embedded engine reads at once. */
const atOnce = 2048;

/** Groups numbers that are close enough together to be read at once. */
function neighbours(numbers: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const group = groups.at(-1);
    if (group && number - (group[0] ?? number) < atOnce) group.push(number);
    else groups.push([number]);
  }
  return groups;
}

/** Events that the embedded engine scans in the time of one lookup by number. */
const eventsScannedPerLookup = 16_000;

/** Whether looking these events up by number is faster than scanning the log up to the number `last`. */
export const isLookupFaster = (numbers: readonly number[], last: number) =>
  neighbours(numbers).length * eventsScannedPerLookup < last;

/** SQL of the events with these numbers, newest first. With all numbers in one condition, the embedded engine would read the wide columns
 *  of everything between them, which takes ten times as long as separate lookups. */
export function ofNumbers(select: string, numbers: readonly number[], columns = shown): string {
  const looks = neighbours(numbers).map((group) => {
    const [first, last] = [group[0], group.at(-1)];
    const condition =
      first === last ? `seq = ${first}` : `seq between ${first} and ${last} and seq in (${group.join(", ")})`;
    return `select ${columns} from event where ${condition}`;
  });
  // Materialized, so that the selected values are computed once for all rows, and not planned for each lookup.
  return `with event_row as materialized (${looks.join(" union all ")})
    select ${select} from event_row as event order by ${newestFirst}`;
}

/** Events that meet a condition, newest first. Only their times and numbers are sorted, whatever order they are stored in. */
async function readEvents<R extends Row>(
  reader: Reader,
  { select, condition, values }: { select: string; condition: string; values: readonly Value[] },
  { limit, offset }: { limit: number; offset: number },
): Promise<R[]> {
  const table = await eventsWithoutDocuments(reader);
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

/** A page of all events, or of those of one name. The counts tell which times contain it, without a scan of the log. */
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
  const newest = await newestEventsLowerBound(
    database,
    name === undefined ? undefined : [name],
    offset + limit,
  );
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
