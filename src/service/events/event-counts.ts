// Counts the events of a filter: all of them, over time, split by the values of a field.
import type { EventCounts, EventSeries, EventTotal } from "#contract/event-answers.ts";
import type { EventFilter } from "#contract/event-query.ts";
import type { EventReader } from "#service/database/event-copy.ts";
import { hour, hourOfTime } from "#service/database/event-hours.ts";
import { badField } from "#service/http/errors.ts";
import { binsOf } from "./event-bins.ts";
import { type Cell, cellsOf, cellsWithTotals } from "./event-cells.ts";
import { binding, conditionSql, type ReadableEvents, fieldSql, sourceOf } from "./event-condition.ts";
import {
  type ChartQuery,
  singleEvents,
  usesOnlyNamesAndTimes,
  sourceOfCounts,
  hourlyCounts,
  hourlyValueCounts,
} from "./count-sources.ts";

interface CountWithTimes extends Record<string, unknown> {
  events: number;
  first: number | null;
  last: number | null;
}

/** Returns the number of events of a filter, and the times (ms) of the first and last one, which are null without events. */
export async function countWithTimes(reader: EventReader, filter: EventFilter): Promise<CountWithTimes> {
  const source = await (usesOnlyNamesAndTimes(filter) ? hourlyCounts : singleEvents)(reader, filter);
  const { values, bind } = binding();
  const [row] = await source.reader.query<CountWithTimes>(
    `select cast(coalesce(sum(logged), 0) as bigint) as events, min(first_time) as first, max(last_time) as last
     from ${source.table} where ${conditionSql(filter, bind, source)}`,
    values,
  );
  return row ?? { events: 0, first: null, last: null };
}

interface HourOfFilter extends Record<string, unknown> {
  hour: number;
  logged: number;
  first: number;
  last: number;
}

/** Returns the number of events of a filter. */
export async function countOf(reader: EventReader, filter: EventFilter): Promise<number> {
  const source = await hourlyValueCounts(reader, filter);
  if (!source) return (await countWithTimes(reader, filter)).events;
  const { values, bind } = binding();
  const [row] = await source.reader.query<{ events: number }>(
    `select cast(coalesce(sum(logged), 0) as bigint) as events
     from ${source.table} where ${conditionSql(filter, bind, source)}`,
    values,
  );
  return row?.events ?? 0;
}

/** Counts the events of a filter by hour, with the times of the first and last event of each hour. If the source has hourly
 *  counts, both times may be the start of the hour. */
function hoursIn(filter: EventFilter, source: ReadableEvents, logged: string) {
  const { values, bind } = binding();
  return source.reader.query<HourOfFilter>(
    `select ${hourOfTime} as hour, ${logged} as logged, min(time) as first, max(time) as last
     from ${source.table} where ${conditionSql(filter, bind, source)} group by ${hourOfTime} having ${logged} > 0`,
    values,
  );
}

/** Counts the events of a filter by hour, and finds the exact times of the first and last event overall. */
async function hoursOf(reader: EventReader, filter: EventFilter) {
  const source = await hourlyValueCounts(reader, filter);
  if (!source) {
    const hours = await hoursIn(filter, await sourceOf(reader, filter), "count(*)");
    return { hours, ...spanOf(hours) };
  }
  const hours = await hoursIn(filter, source, "cast(sum(logged) as bigint)");
  const { first, last } = spanOf(hours);
  if (first === null || last === null) return { hours, first, last };
  /** Counts the events of one hour individually. */
  const within = (time: number) => {
    const from = Math.floor(time / hour) * hour;
    return countWithTimes(reader, { ...filter, from, to: Math.min(from + hour, filter.to ?? Infinity) });
  };
  return { hours, first: (await within(first)).first, last: (await within(last)).last };
}

async function unitsOf(reader: EventReader, filter: EventFilter): Promise<number> {
  const source = await sourceOf(reader, filter);
  const { values, bind } = binding();
  // PostgreSQL would count distinct values on a single processor, after sorting them.
  const [row] = await source.reader.query<{ units: number }>(
    `select count(*) as units from (
       select unit_id from ${source.table} where ${conditionSql(filter, bind, source)} and unit_id <> '' group by unit_id
     ) as found`,
    values,
  );
  return row?.units ?? 0;
}

interface Total extends CountWithTimes {
  units: number;
}

/** Counts the events and units of a filter; a filter on more than names and times takes a single scan of the log. */
async function totalOf(reader: EventReader, filter: EventFilter): Promise<Total> {
  if (usesOnlyNamesAndTimes(filter))
    return { ...(await countWithTimes(reader, filter)), units: await unitsOf(reader, filter) };
  const source = await sourceOf(reader, filter);
  const { values, bind } = binding();
  const [row] = await source.reader.query<Total>(
    `select cast(coalesce(sum(logged), 0) as bigint) as events, min(first) as first, max(last) as last,
       count(case when unit_id <> '' then 1 end) as units from (
       select unit_id, count(*) as logged, min(time) as first, max(time) as last
       from ${source.table} where ${conditionSql(filter, bind, source)} group by unit_id
     ) as of_unit`,
    values,
  );
  return row ?? { events: 0, units: 0, first: null, last: null };
}

/** Returns the same filter over the preceding period of the same length. Throws 400 if the filter has no start. */
export function periodBefore(filter: EventFilter, now: number): EventFilter {
  const { from, to = now } = filter;
  if (from === undefined) throw badField("from", "Needed to compare with the time before");
  return { ...filter, from: from - Math.max(0, to - from), to: from };
}

/** Returns the number of events and units of a filter, and of the filter `before` for comparison, if given. */
export async function eventTotal(
  reader: EventReader,
  filter: EventFilter,
  before: EventFilter | undefined,
): Promise<EventTotal> {
  const { first, last, ...now } = await totalOf(reader, filter);
  const { events, units } = before ? await totalOf(reader, before) : now;
  return { ...now, firstTime: first, lastTime: last, before: before ? { events, units } : null };
}

/** Returns the most frequent values of the field to split by, at most `top`, and whether there are others. */
async function topValues(reader: EventReader, filter: EventFilter, chart: ChartQuery) {
  const { split, top } = chart;
  if (!split) return { values: [], hasOthers: false };
  const source = await sourceOfCounts(reader, filter, { split, measure: "events" }, true);
  const { values, bind } = binding();
  const rows = await source.reader.query<{ field: string | null }>(
    `select field, sum(logged) as events from (
       select ${fieldSql(split, bind, source)} as field, logged from ${source.table}
       where ${conditionSql(filter, bind, source)}
     ) as found group by field having sum(logged) > 0 order by events desc, field collate "C" limit ${top + 1}`,
    values,
  );
  return { values: rows.slice(0, top).map(({ field }) => field), hasOthers: rows.length > top };
}

const spanOf = (hours: readonly HourOfFilter[]) =>
  hours.length === 0
    ? { first: null, last: null }
    : {
        first: hours.reduce((least, { first }) => Math.min(least, first), Infinity),
        last: hours.reduce((most, { last }) => Math.max(most, last), -Infinity),
      };

/** Returns counts over time: a series of all events, and one per value of a split; `before` adds those of an earlier period. */
export async function eventCounts(
  reader: EventReader,
  filter: EventFilter,
  chart: ChartQuery,
  before: EventFilter | undefined,
  now: number,
): Promise<EventCounts> {
  // The bins depend on the time of the first event. If finding it requires a scan, its hours are counted in the same scan.
  const found =
    filter.from === undefined && !usesOnlyNamesAndTimes(filter) ? await hoursOf(reader, filter) : undefined;
  const { first, last } = found
    ? found
    : filter.from === undefined
      ? await countWithTimes(reader, filter)
      : { first: filter.from, last: null };
  const from = first ?? now;
  const to = Math.max(from, filter.to ?? Math.max(now, (last ?? 0) + 1));
  const { width, times } = binsOf({ from, to }, chart.bins);
  const [[begin = from], bins] = [times, times.length];
  const filled = { ...filter, from, to };
  const { values, hasOthers } = await topValues(reader, filled, chart);
  const ofHours = found && !chart.split && chart.measure === "events" && width % hour === 0;
  const cells = ofHours
    ? cellsWithTotals(
        found.hours.map((one) => ({
          series: 0,
          bin: Math.floor((one.hour * hour - begin) / width),
          counted: one.logged,
        })),
      )
    : await cellsOf(reader, filled, chart, { begin, width, bins, top: values });
  const shift = before?.from === undefined ? 0 : from - before.from;
  const earlier =
    before && (await cellsOf(reader, before, chart, { begin: begin - shift, width, bins, top: values }));
  const told = (rows: readonly Cell[], series: number | undefined) => {
    const own = rows.filter((cell) =>
      series === undefined ? cell.of_all === 1 : cell.of_all === 0 && cell.series === series,
    );
    const counts = Array.from({ length: bins }, () => 0);
    for (const { bin, of_span, counted } of own)
      if (of_span === 0 && bin !== null) counts[Math.min(bins - 1, Math.max(0, bin))] = counted;
    return { counts, total: own.find(({ of_span }) => of_span === 1)?.counted ?? 0 };
  };
  const seriesOf = (kind: string, value: string | null, number: number | undefined): EventSeries => {
    const then = earlier && told(earlier, number);
    return {
      kind,
      value,
      ...told(cells, number),
      totalBefore: then?.total ?? null,
      before: then?.counts ?? null,
    };
  };
  return {
    from,
    to,
    width,
    times,
    measure: chart.measure,
    series: [
      seriesOf("all", null, undefined),
      ...values.map((value, index) => seriesOf("value", value, index)),
      ...(hasOthers ? [seriesOf("others", null, values.length)] : []),
    ],
  };
}
