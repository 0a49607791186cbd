// Counts the events of a filter: all of them, over time, split by the values of a field.
import type { z } from "zod/mini";
import type { EventCounts, EventSeries, EventTotal } from "#contract/event-answers.ts";
import type { EventCountsQuery, EventFilter } from "#contract/event-query.ts";
import type { Reader } from "#service/database/database.ts";
import { badField } from "#service/http/errors.ts";
import { binding, conditionSql, fieldSql } from "./event-condition.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** Widths of bins that people use, in ms. */
const widths = [
  1000,
  5000,
  15_000,
  30_000,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  28 * day,
  91 * day,
  364 * day,
];

const units = "count(distinct nullif(unit_id, ''))";

interface Totals extends Record<string, unknown> {
  events: number;
  units: number;
  first: number | null;
  last: number | null;
}

async function totalsOf(reader: Reader, filter: EventFilter): Promise<Totals> {
  const { values, bind } = binding();
  const [row] = await reader.query<Totals>(
    `select count(*) as events, ${units} as units, min(time) as first, max(time) as last
     from event where ${conditionSql(filter, bind)}`,
    values,
  );
  return row ?? { events: 0, units: 0, first: null, last: null };
}

/** The same filter over the time of the same length before. */
export function periodBefore(filter: EventFilter, now: number): EventFilter {
  const { from, to = now } = filter;
  if (from === undefined) throw badField("from", "Needed to compare with the time before");
  return { ...filter, from: from - Math.max(0, to - from), to: from };
}

export async function eventTotal(
  reader: Reader,
  filter: EventFilter,
  before: EventFilter | undefined,
): Promise<EventTotal> {
  const { first, last, events, units: counted } = await totalsOf(reader, filter);
  const earlier = before && (await totalsOf(reader, before));
  return {
    events,
    units: counted,
    firstTime: first,
    lastTime: last,
    before: earlier ? { events: earlier.events, units: earlier.units } : null,
  };
}

type Asked = Pick<z.output<typeof EventCountsQuery>, "split" | "top" | "measure" | "bins">;

interface Cell extends Record<string, unknown> {
  series: number | null;
  bin: number | null;
  of_all: number;
  of_span: number;
  counted: number;
}

/** Of each series, by bin (from the first one) and as a whole; series -1 is all. */
async function cellsOf(
  reader: Reader,
  filter: EventFilter,
  { split, measure }: Asked,
  { begin, width }: { begin: number; width: number },
  top: readonly (string | null)[],
) {
  const { values, bind } = binding();
  const text = split && top.length > 0 ? fieldSql(split, bind) : undefined;
  const cases = top.map((value, index) =>
    value === null ? `when field is null then ${index}` : `when field = ${bind(value)}::text then ${index}`,
  );
  const series = text ? `case ${cases.join(" ")} else ${top.length} end` : "0";
  const bin = `cast(floor((time - cast(${bind(begin)} as bigint)) / cast(${bind(width)} as double precision)) as bigint)`;
  return reader.query<Cell>(
    `select series, bin, grouping(series) as of_all, grouping(bin) as of_span,
       ${measure === "units" ? units : "count(*)"} as counted
     from (select unit_id, bin, ${series} as series from (
       select unit_id, ${bin} as bin, ${text ?? "null"} as field from event where ${conditionSql(filter, bind)}
     ) as found) as told
     group by grouping sets ((series, bin), (series), (bin), ())`,
    values,
  );
}

async function topValues(reader: Reader, filter: EventFilter, { split, top }: Asked) {
  if (!split) return { values: [], hasOthers: false };
  const { values, bind } = binding();
  const rows = await reader.query<{ field: string | null }>(
    `select field, count(*) as events from (
       select ${fieldSql(split, bind)} as field from event where ${conditionSql(filter, bind)}
     ) as found group by field order by events desc, field limit ${top + 1}`,
    values,
  );
  return { values: rows.slice(0, top).map(({ field }) => field), hasOthers: rows.length > top };
}

export async function eventCounts(
  reader: Reader,
  filter: EventFilter,
  asked: Asked,
  before: EventFilter | undefined,
  now: number,
): Promise<EventCounts> {
  const { first, last } =
    filter.from === undefined ? await totalsOf(reader, filter) : { first: filter.from, last: null };
  const from = first ?? now;
  const to = Math.max(from, filter.to ?? Math.max(now, (last ?? 0) + 1));
  const width =
    widths.find((one) => (to - from) / one <= asked.bins) ?? Math.ceil((to - from) / asked.bins / day) * day;
  const begin = Math.floor(from / width) * width;
  const bins = Math.max(1, Math.ceil((to - begin) / width));
  const filled = { ...filter, from, to };
  const { values, hasOthers } = await topValues(reader, filled, asked);
  const cells = await cellsOf(reader, filled, asked, { begin, width }, values);
  const shift = before?.from === undefined ? 0 : from - before.from;
  const earlier = before && (await cellsOf(reader, before, asked, { begin: begin - shift, width }, values));
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
    times: Array.from({ length: bins }, (_, index) => begin + index * width),
    measure: asked.measure,
    series: [
      seriesOf("all", null, undefined),
      ...values.map((value, index) => seriesOf("value", value, index)),
      ...(hasOthers ? [seriesOf("others", null, values.length)] : []),
    ],
  };
}
