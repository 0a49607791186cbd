// Events that a metric would take a number of and that have none: left out of its sums, and counted here to be reported.
import type { Reader } from "#service/database/database.ts";
import { numberColumn, type Plan } from "#service/measures/measure-plan.ts";
import type { NonNumericRow } from "#service/measures/slice-measurements.ts";
import type { Cut } from "./event-slices.ts";
import { numberRows } from "./work-table.ts";

/** Counts by metric and slice, of the cut or of the unit's own with this number. */
export async function readNonNumericEvents(
  reader: Reader,
  plan: Plan,
  cut: Cut,
  unitSlice?: number,
): Promise<NonNumericRow[]> {
  const { metrics, events } = plan;
  const rows = metrics.flatMap((input, metric) => {
    const amounts =
      input.measure === "total"
        ? input.amounts
        : input.measure === "ratio"
          ? [...input.numerator, ...input.denominator]
          : [];
    return amounts
      .filter(({ adds }) => adds === "its number")
      .map((amount) => [metric, events.indexOf(amount.event), numberColumn(amount, plan)]);
  });
  if (rows.length === 0) return [];
  const columns = [...new Set(rows.map(([, , column]) => column))];
  const missing = columns.map((column) => `(i.number = ${column} and h.number_${column} is null)`);
  const [slice, join] =
    unitSlice === undefined
      ? [cut.slice, cut.join]
      : [`u.slice_${unitSlice}`, "join unit_slice u on u.unit_number = h.unit_number"];
  return reader.query<NonNumericRow>(
    `with input (metric, event, number) as (${numberRows(rows)})
     select i.metric, ${slice} as slice, count(*) as events
     from event_hit h join input i on i.event = h.event ${join}
     where h.day >= 0 and (${missing.join(" or ")}) and ${cut.where} and ${slice} is not null
     group by 1, 2`,
    cut.values,
  );
}
