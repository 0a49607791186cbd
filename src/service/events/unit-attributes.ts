// The attributes of one unit as its newest events tell them, and when they changed (API 2.19).
import type { UnitAttributes } from "#contract/event-answers.ts";
import type { EventUnit } from "#contract/event-query.ts";
import { isJsonObject } from "#contract/json5.ts";
import type { Reader, Row } from "#service/database/database.ts";
import { binding, conditionSql } from "./event-condition.ts";

type Attribute = UnitAttributes["attributes"][number];

interface Told extends Row {
  time: number;
  metadata: unknown;
  attributes: unknown;
  ids: unknown;
}

/** Choice: the attributes of a unit are read from its newest 2,000 events, and at most 100 of each kind are told. */
const readEvents = 2000;
const mostOfPart = 100;
const keptChanges = 20;

const parts = [
  ["user", "attributes"],
  ["id", "ids"],
  ["metadata", "metadata"],
] as const;

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Of events in the order of their times. Pure. */
export function attributesTold(events: readonly Told[]): Attribute[] {
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

export async function unitAttributes(reader: Reader, unit: EventUnit): Promise<UnitAttributes> {
  const { values, bind } = binding();
  const isUser = unit.type === "userID";
  const own = isUser ? `unit_id = ${bind(unit.id)}` : conditionSql({ units: [unit], where: [] }, bind);
  const [total] = await reader.query<{ events: number; first: number | null; last: number | null }>(
    `select count(*) as events, min(time) as first, max(time) as last from event where ${own}`,
    values,
  );
  const [exposed] = await reader.query<{ exposures: number }>(
    "select count(*) as exposures from exposure where unit_id = $1",
    [unit.id],
  );
  const told = await reader.query<Told>(
    `select time, metadata, attributes, ids from event where ${own} order by time desc, seq desc limit ${readEvents}`,
    values,
  );
  return {
    events: total?.events ?? 0,
    exposures: exposed?.exposures ?? 0,
    firstTime: total?.first ?? null,
    lastTime: total?.last ?? null,
    readEvents: told.length,
    attributes: attributesTold(told.reverse()),
  };
}
