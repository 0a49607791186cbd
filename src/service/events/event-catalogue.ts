// Builds the catalogue of events from counts that are maintained beside the log.
import type { CatalogueFlag, CataloguedField, FieldType } from "#contract/event-catalogue.ts";
import type { Reader } from "#service/database/database.ts";
import { eventHours, readLastCounted } from "#service/database/event-hours.ts";
import { type CountedPart, day, readParts } from "#service/database/event-parts.ts";

const shownDays = 30;
/** Number of days that an event counts as new; a vanished event must have been logged on at least as many days. */
const newDays = 7;
/** An event counts as new only if the log is at least this much older, in ms. Whether a vanished event was usual is judged by a
 *  period of the same length up to its last day. */
const settled = 14 * day;
/** Number of whole days without an event before it counts as vanished. */
const silentDays = 2;
const mostExamples = 3;

type NamedDay = { name: string; day: number; logged: number; first: number; last: number };

const readDays = (reader: Reader, counted: number) =>
  reader.query<NamedDay>(
    `select name, cast(floor(hour / 24.0) as bigint) as day, cast(sum(logged) as bigint) as logged,
       min(first_time) as first, max(last_time) as last
     from ${eventHours(counted)} group by name, cast(floor(hour / 24.0) as bigint) order by name, day`,
  );

const grouped = <Item>(items: readonly Item[], key: (item: Item) => string) => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
};

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const least = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.min(one, other), Infinity);
const most = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);

const seenOf = (parts: readonly CountedPart[]) => ({
  events: sum(parts.map(({ logged }) => logged)),
  firstDay: least(parts.map((part) => part.day)),
  lastDay: most(parts.map((part) => part.day)),
});

const frequentFirst = <Item extends { events: number }>(items: Item[]) =>
  items.toSorted((left, right) => right.events - left.events);

function fieldOf(name: string, parts: readonly CountedPart[], counted: number): CataloguedField {
  const types = [...grouped(parts, ({ type }) => type)].map(([type, ofType]) => ({
    type: type as FieldType,
    ...seenOf(ofType),
  }));
  const newest = parts.toSorted((left, right) => right.day - left.day);
  const examples = new Set(newest.flatMap(({ example }) => (example === null ? [] : [example])));
  return {
    name,
    types: frequentFirst(types),
    share: counted > 0 ? sum(types.map(({ events }) => events)) / counted : 0,
    examples: [...examples].slice(0, mostExamples),
  };
}

/** Null values do not count as a change of a field's type. */
function fieldFlags({ name, types }: CataloguedField): CatalogueFlag[] {
  const firstDay = firstDayOf({ types });
  const inTurn = types
    .filter(({ type }) => type !== "null")
    .toSorted((left, right) => left.firstDay - right.firstDay);
  const [before, ...later] = inTurn;
  return [
    ...(name.includes(".") ? [{ kind: "dotted_field" as const, field: name, day: firstDay }] : []),
    ...later.map((since) => ({
      kind: "type_changed" as const,
      field: name,
      day: since.firstDay,
      types: before ? [before.type, since.type] : [since.type],
    })),
  ];
}

/** Reduces a name to its letters and digits in lower case: names that agree in them are near-duplicates. */
const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "") || name;

const firstDayOf = ({ types }: Pick<CataloguedField, "types">) => least(types.map((type) => type.firstDay));

/** Flags the first of several fields whose names are near-duplicates, since the day on which the second one appeared. */
function similarFields(fields: readonly CataloguedField[]): CatalogueFlag[] {
  return [...grouped(fields, ({ name }) => plainName(name)).values()].flatMap((alike) => {
    const [first, ...others] = alike.toSorted((one, other) => firstDayOf(one) - firstDayOf(other));
    const [second] = others;
    if (!first || !second) return [];
    const names = others.map(({ name }) => name);
    return [{ kind: "similar_name" as const, field: first.name, names, day: firstDayOf(second) }];
  });
}

/** Returns all events, the most frequent first; `now` in ms. The reader must be a snapshot. */
export async function readCatalogue(reader: Reader, now: number) {
  const counted = await readLastCounted(reader);
  const days = await readDays(reader, counted);
  const parts = await readParts(reader, counted);
  const partsOfName = grouped(parts, ({ name }) => name);
  const ofNames = [...grouped(days, ({ name }) => name)].map(([name, own]) => ({
    name,
    own,
    firstTime: least(own.map(({ first }) => first)),
    lastTime: most(own.map(({ last }) => last)),
  }));
  const logStart = least(ofNames.map(({ firstTime }) => firstTime));
  const alike = grouped(ofNames, ({ name }) => plainName(name));
  const today = Math.floor(now / day);

  const events = ofNames.map(({ name, own, firstTime, lastTime }) => {
    const ofName = partsOfName.get(name) ?? [];
    const bySource = grouped(
      ofName.filter(({ kind }) => kind === "source"),
      ({ part }) => part,
    );
    const sources = [...bySource].map(([source, some]) => ({ name: source, ...seenOf(some) }));
    const counted = sum(sources.map((source) => source.events));
    const byField = grouped(
      ofName.filter(({ kind }) => kind === "field"),
      ({ part }) => part,
    );
    const fields = [...byField]
      .map(([field, some]) => fieldOf(field, some, counted))
      .toSorted((left, right) => right.share - left.share || (left.name < right.name ? -1 : 1));
    const [firstDay, lastDay] = [Math.floor(firstTime / day), Math.floor(lastTime / day)];
    const usual = own.filter((one) => one.day > lastDay - settled / day);
    const flags: CatalogueFlag[] = [];
    if (firstDay > today - newDays && firstTime - logStart >= settled)
      flags.push({ kind: "new", day: firstDay });
    if (lastDay < today - silentDays && usual.length >= newDays)
      flags.push({ kind: "vanished", day: lastDay + 1 });
    const others = (alike.get(plainName(name)) ?? []).filter((other) => other.name !== name);
    if (others.length > 0)
      flags.push({
        kind: "similar_name",
        names: others.map((other) => other.name),
        // The day on which the second of the names appeared.
        day: Math.floor(
          ([firstTime, ...others.map((other) => other.firstTime)].toSorted((a, b) => a - b)[1] ?? firstTime) /
            day,
        ),
      });
    return {
      name,
      events: sum(own.map(({ logged }) => logged)),
      firstTime,
      lastTime,
      days: own
        .filter((one) => one.day > today - shownDays)
        .map((one) => ({ day: one.day, events: one.logged })),
      fields,
      sources: frequentFirst(sources),
      flags: [...flags, ...fields.flatMap(fieldFlags), ...similarFields(fields)],
      counted,
    };
  });
  return events.toSorted((left, right) => right.events - left.events || (left.name < right.name ? -1 : 1));
}
