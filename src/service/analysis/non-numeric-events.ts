// Events that a metric would take a number of and that have none: left out of its sums, and counted here to be reported.
import type { Reader, Row } from "#service/database/database.ts";
import type { Cut } from "./event-slices.ts";
import type { Plan } from "./measure-plan.ts";
import { numberRows } from "./work-table.ts";

export interface NonNumericRow extends Row {
  metric: number;
  slice: number;
  events: number;
}

/** Counts by metric and slice, of the units' user dimension with this number (0 is everyone) or of the cut. */
export async function readNonNumericEvents(
  reader: Reader,
  { metrics, events, numbers }: Plan,
  { dimension, cut }: { dimension: number; cut: Cut },
): Promise<NonNumericRow[]> {
  const rows = metrics.flatMap((input, metric) => {
    const amounts =
      input.measure === "total"
        ? input.amounts
        : input.measure === "ratio"
          ? [...input.numerator, ...input.denominator]
          : [];
    return amounts
      .filter(({ adds }) => adds === "its number")
      .map(({ event, key }) => [metric, events.indexOf(event), numbers.indexOf(key)]);
  });
  if (rows.length === 0) return [];
  const missing = numbers.map((_, index) => `(i.number = ${index} and h.number_${index} is null)`);
  const slice = dimension === 0 ? cut.slice : "u.slice";
  return reader.query<NonNumericRow>(
    `with input (metric, event, number) as (${numberRows(rows)})
     select i.metric, ${slice} as slice, count(*) as events
     from event_hit h join input i on i.event = h.event
       join unit_slice u on u.unit_number = h.unit_number and u.dimension = ${dimension} ${cut.join}
     where h.since >= 0 and (${missing.join(" or ")}) and ${cut.where}
     group by 1, 2`,
    cut.values,
  );
}
