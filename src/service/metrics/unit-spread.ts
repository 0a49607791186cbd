// Summarizes the unit values in the table `span_value`: sums as in results, percentiles and a histogram.
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import type { Reader, Row } from "#service/database/database.ts";
import { noPairs, type PairSums } from "#statistics/pair-moments.ts";
import { capRank } from "#statistics/winsorization.ts";

export interface Spread {
  least: number | null;
  most: number | null;
  percentiles: { percentile: number; value: number }[];
  bins: { from: number; to: number; units: number }[];
  cap: number | null;
}

const percentiles = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;
const mostBins = 20;
/** Keeps rounding from lifting a whole rank to the next one. */
const rankTolerance = 1e-12;
/** The percentile of caps where neither the metric nor an experiment sets another one. */
const usualPercentile = 99.9;

/** The value at which totals are capped (statistics 4). */
async function readCap(reader: Reader, { measure, winsorization }: MetricInput): Promise<number | null> {
  const percentile = winsorization === undefined ? usualPercentile : (winsorization ?? 100);
  if (measure !== "total" || percentile >= 100) return null;
  const [row] = await reader.query<Row & { among: number; most: number | null }>(
    `select count(*) as among, greatest(0, percentile_disc(${percentile / 100 - rankTolerance}) within group (order by x)) as most
     from span_value where x <> 0`,
  );
  return row && row.most !== null && capRank(row.among, percentile) !== undefined ? row.most : null;
}

async function readSums(reader: Reader, cap: number | null): Promise<PairSums> {
  const x = cap === null ? "x" : `least(x, ${cap})`;
  const [row] = await reader.query<Row & PairSums>(
    `select n, coalesce(mean_x, 0) as "meanX", coalesce(mean_y, 0) as "meanY", coalesce(squares_x, 0) as "squaresX",
       coalesce(squares_y, 0) as "squaresY", coalesce(products, 0) as products
     from (
       select count(*) as n, avg(x) as mean_x, avg(y) as mean_y, var_pop(x) * count(*) as squares_x,
         var_pop(y) * count(*) as squares_y, covar_pop(y, x) * count(*) as products
       from (select ${x} as x, y from span_value) as capped
     ) as sums`,
  );
  return row ?? noPairs;
}

type Ends = Row & { least: number | null; most: number | null; whole: boolean | null } & Record<
    string,
    number
  >;

/** Bins of equal width up to the 99th percentile; for few whole numbers, one bin each. */
function binning({ least, most, whole }: Ends, high: number) {
  if (least === null || most === null || least === most)
    return { from: least ?? 0, width: 1, count: least === null ? 0 : 1 };
  const top = high > least ? high : most;
  if (whole && top - least < mostBins) return { from: least, width: 1, count: top - least + 1 };
  return { from: least, width: (top - least) / mostBins, count: mostBins };
}

export async function readSpread(
  reader: Reader,
  input: MetricInput,
): Promise<{ sums: PairSums; spread: Spread }> {
  const cap = await readCap(reader, input);
  const sums = await readSums(reader, cap);
  const isRate = input.measure === "ratio" || input.measure === "funnel";
  const values = `(select ${isRate ? "x / y" : "x"} as v from span_value) as unit_values`;
  const [ends] = await reader.query<Ends>(
    `select min(v) as least, max(v) as most, bool_and(v = floor(v)) as whole,
       ${percentiles.map((one) => `percentile_disc(${one / 100}) within group (order by v) as p${one}`).join(", ")}
     from ${values}`,
  );
  if (!ends || ends.least === null)
    return { sums, spread: { least: null, most: null, percentiles: [], bins: [], cap } };
  const { from, width, count } = binning(ends, ends["p99"] ?? 0);
  const rows = await reader.query<Row & { bin: number; units: number }>(
    `select cast(least(${count - 1}, floor((v - cast(${from} as double precision)) / cast(${width} as double precision))) as integer) as bin, count(*) as units
     from ${values} group by 1`,
  );
  const unitsOf = new Map(rows.map(({ bin, units }) => [bin, units]));
  return {
    sums,
    spread: {
      least: ends.least,
      most: ends.most,
      percentiles: percentiles.map((percentile) => ({ percentile, value: ends[`p${percentile}`] ?? 0 })),
      bins: Array.from({ length: count }, (_, bin) => ({
        from: from + bin * width,
        to: from + (bin + 1) * width,
        units: unitsOf.get(bin) ?? 0,
      })),
      cap,
    },
  };
}
