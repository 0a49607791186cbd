// Computes the counts of a chart: events or units of each series, per bin and in total.
import type { EventFilter } from "#contract/event-query.ts";
import type { EventReader } from "#service/database/event-copy.ts";
import { hour } from "#service/database/event-hours.ts";
import { binding, conditionSql, fieldSql } from "./event-condition.ts";
import { type ChartQuery, sourceOfCounts } from "./count-sources.ts";

export interface Cell extends Record<string, unknown> {
  /** Index of the series; null for all series together. */
  series: number | null;
  /** Index of the bin; null for all bins together. */
  bin: number | null;
  /** 1 for all series together, else 0. */
  of_all: number;
  /** 1 for all bins together, else 0. */
  of_span: number;
  counted: number;
}

interface Series {
  /** Start of the first bin, and width of a bin, in ms. */
  readonly begin: number;
  readonly width: number;
  readonly bins: number;
  /** Values with a series each, null for events without a value; all other values are in one more series. */
  readonly top: readonly (string | null)[];
}

/** Returns SQL of the events of a filter with their series and bin; bin 0 starts at `begin`. */
async function foundIn(
  reader: EventReader,
  filter: EventFilter,
  chart: ChartQuery,
  { begin, width, top }: Series,
) {
  const source = await sourceOfCounts(reader, filter, chart, begin % hour === 0 && width % hour === 0);
  const { values, bind } = binding();
  const text = chart.split && top.length > 0 ? fieldSql(chart.split, bind, source) : undefined;
  const cases = top.map((value, index) =>
    value === null ? `when field is null then ${index}` : `when field = ${bind(value)}::text then ${index}`,
  );
  const series = text ? `case ${cases.join(" ")} else ${top.length} end` : "0";
  const bin = `(time - cast(${bind(begin)} as bigint)) / cast(${bind(width)} as bigint)`;
  const chosen = chart.measure === "units" ? "unit_id" : "logged";
  const sql = `select ${chosen}, bin, ${series} as series from (
    select ${chosen}, ${bin} as bin, ${text ?? "null"} as field from ${source.table}
    where ${conditionSql(filter, bind, source)}
  ) as told`;
  return { reader: source.reader, sql, values, hasParts: text !== undefined };
}

/** Number of bins that fit into one integer, one bit per bin. */
const binsOfNumber = 62;

/** Counts distinct units per bin and in total, of each series and of all series together. The bins of a unit are stored as bits
 *  of integers, so that there is only one row per unit and series, however many bins the unit is in. */
async function cellsOfUnits(
  reader: EventReader,
  filter: EventFilter,
  chart: ChartQuery,
  series: Series,
): Promise<Cell[]> {
  const { sql, values, hasParts, ...found } = await foundIn(reader, filter, chart, series);
  const { bins } = series;
  const numbers = Array.from({ length: Math.ceil(bins / binsOfNumber) }, (_, place) => place);
  const bits = numbers.map((place) => {
    const [first, end] = [place * binsOfNumber, (place + 1) * binsOfNumber];
    const bit = `cast(1 as bigint) << cast(bin - ${first} as integer)`;
    return `bit_or(case when bin >= ${first} and bin < ${end} then ${bit} else 0 end) as bits${place}`;
  });
  const counts = Array.from({ length: bins }, (_, bin) => {
    const place = Math.floor(bin / binsOfNumber);
    return `sum((bits${place} >> ${bin % binsOfNumber}) & 1) as bin${bin}`;
  });
  const counted = `count(*) as units, ${counts.join(", ")}`;
  const joined = numbers.map((place) => `bit_or(bits${place}) as bits${place}`).join(", ");
  const rows = await found.reader.query<Record<string, number | null> & { of_all: number }>(
    `with of_unit as materialized (
       select unit_id, series, ${bits.join(", ")} from (${sql}) as found where unit_id <> '' group by unit_id, series
     )
     select 0 as of_all, series, ${counted} from of_unit group by series
     union all select 1 as of_all, null as series, ${counted}
     from ${hasParts ? `(select unit_id, ${joined} from of_unit group by unit_id) as of_any` : "of_unit"}`,
    values,
  );
  return rows.flatMap(({ of_all, series: of = null, ...row }) => [
    { series: of, bin: null, of_all, of_span: 1, counted: row["units"] ?? 0 },
    ...Array.from({ length: bins }, (_, bin) => ({
      series: of,
      bin,
      of_all,
      of_span: 0,
      counted: row[`bin${bin}`] ?? 0,
    })),
  ]);
}

/** Counts of each series, per bin and in total. */
export async function cellsOf(
  reader: EventReader,
  filter: EventFilter,
  chart: ChartQuery,
  series: Series,
): Promise<Cell[]> {
  if (chart.measure === "units") return cellsOfUnits(reader, filter, chart, series);
  const { sql, values, ...found } = await foundIn(reader, filter, chart, series);
  const parts = await found.reader.query<BinCount>(
    `select series, bin, cast(sum(logged) as bigint) as counted from (${sql}) as found group by series, bin`,
    values,
  );
  return cellsWithTotals(parts);
}

type BinCount = { series: number; bin: number; counted: number };

/** Sums counts by series and bin to counts per bin and in total, of each series and of all series together. */
export function cellsWithTotals(parts: readonly BinCount[]): Cell[] {
  const sums = new Map<string, Cell>();
  const add = (cell: Cell) => {
    const key = `${cell.series} ${cell.bin}`;
    const known = sums.get(key);
    if (known) known.counted += cell.counted;
    else sums.set(key, cell);
  };
  for (const { series: of, bin, counted } of parts)
    for (const [ofAll, ofSpan] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const)
      add({
        series: ofAll ? null : of,
        bin: ofSpan ? null : bin,
        of_all: ofAll,
        of_span: ofSpan,
        counted,
      });
  return [...sums.values()];
}
