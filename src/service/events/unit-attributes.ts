// Reads the attributes of one unit from its newest events, and when they changed (API 2.19).
import type { UnitAttributes } from "#contract/event-answers.ts";
import type { EventFilter, EventUnit } from "#contract/event-query.ts";
import { isJsonObject } from "#contract/json5.ts";
import type { Reader, Row } from "#service/database/database.ts";
import { isLookupFaster, newestFirst, ofNumbers } from "#service/database/event-pages.ts";
import { binding, conditionSql, sourceOf } from "./event-condition.ts";

type Attribute = UnitAttributes["attributes"][number];

interface EventDocument extends Row {
  time: number;
  metadata: unknown;
  attributes: unknown;
  ids: unknown;
}

/** Choice: the attributes of a unit are read from its newest 2,000 events, and at most 100 of each kind are returned. */
const readEvents = 2000;
const mostOfPart = 100;
const keptChanges = 20;

const parts = [
  ["user", "attributes"],
  ["id", "ids"],
  ["metadata", "metadata"],
] as const;

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Collects attributes from events, which must be sorted oldest first. Pure. */
export function collectAttributes(events: readonly EventDocument[]): Attribute[] {
  return parts.flatMap(([part, column]) => {
    const known = new Map<string, Attribute>();
    for (const event of events) {
      const fields = event[column];
      for (const [key, given] of isJsonObject(fields) ? Object.entries(fields) : []) {
        if (given === null || given === "") continue;
        const value = textOf(given);
        const { time } = event;
        const before = known.get(key);
        if (before?.value === value) before.events += 1;
        else if (before) {
          before.changes.push({ time, from: before.value, to: value });
          Object.assign(before, { value, since: time, events: before.events + 1 });
        } else
          known.set(key, {
            part,
            key,
            value,
            since: time,
            events: 1,
            changes: [{ time, from: null, to: value }],
          });
      }
    }
    return [...known.values()]
      .map((attribute) => ({ ...attribute, changes: attribute.changes.slice(-keptChanges).reverse() }))
      .sort((one, other) => other.events - one.events || (one.key < other.key ? -1 : 1))
      .slice(0, mostOfPart);
  });
}

/** Reads the newest events of a unit from the narrow columns, with the total number and the first and last time. */
async function newestOf(reader: Reader, filter: EventFilter) {
  const { values, bind } = binding();
  const source = await sourceOf(reader, filter);
  return reader.query<{ seq: number; events: number; first: number; last: number }>(
    `select seq, count(*) over () as events, min(time) over () as first, max(time) over () as last
     from ${source.table} where ${conditionSql(filter, bind, source)} order by ${newestFirst} limit ${readEvents}`,
    values,
  );
}

/** Reads the documents of these events of a unit, newest first. */
async function documentsOf(reader: Reader, filter: EventFilter, numbers: readonly number[]) {
  if (numbers.length === 0) return [];
  const told = "seq, time, metadata, attributes, ids";
  const [log] = await reader.query<{ last: number }>("select max(seq) as last from event");
  if (isLookupFaster(numbers, log?.last ?? 0))
    return reader.query<EventDocument>(ofNumbers(told, numbers, told));
  const { values, bind } = binding();
  return reader.query<EventDocument>(
    `select ${told} from event where ${conditionSql(filter, bind)} order by ${newestFirst} limit ${readEvents}`,
    values,
  );
}

export async function unitAttributes(reader: Reader, unit: EventUnit): Promise<UnitAttributes> {
  const filter: EventFilter = { units: [unit], where: [] };
  const newest = await newestOf(reader, filter);
  const [exposed] = await reader.query<{ exposures: number; first: number | null; last: number | null }>(
    "select count(*) as exposures, min(time) as first, max(time) as last from exposure where unit_id = $1",
    [unit.id],
  );
  const told = await documentsOf(
    reader,
    filter,
    newest.map(({ seq }) => seq),
  );
  const [logged] = newest;
  const earliest = [logged?.first, exposed?.first].flatMap((time) => time ?? []);
  const latest = [logged?.last, exposed?.last].flatMap((time) => time ?? []);
  return {
    events: logged?.events ?? 0,
    exposures: exposed?.exposures ?? 0,
    firstTime: earliest.length > 0 ? Math.min(...earliest) : null,
    lastTime: latest.length > 0 ? Math.max(...latest) : null,
    readEvents: told.length,
    attributes: collectAttributes(told.reverse()),
  };
}
