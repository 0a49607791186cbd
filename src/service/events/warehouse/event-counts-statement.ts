// Builds the statement that counts the events of a metric source and their units over time, in one scan.
import type { z } from "zod/mini";
import type { WarehouseEventCounts } from "#contract/warehouse-events.ts";
import type { Dialect } from "#service/analysis/warehouse/dialect.ts";
import type { WarehouseRow } from "#service/warehouse/statement.ts";
import { binsOf } from "#service/events/event-bins.ts";
import { eventParts } from "./event-parts.ts";
import { selectionSql, unitField, type BoundedFilter } from "./event-selection.ts";
import type { EventTable } from "./event-table.ts";

type Counts = NonNullable<z.infer<typeof WarehouseEventCounts>["answer"]>;

/** An SQL statement, and the function that converts its rows to the answer. */
export interface CountsStatement {
  readonly text: string;
  readonly read: (rows: readonly WarehouseRow[]) => Counts;
}

/** Returns the unit type to count: userID if the table has a column for it, else the table's first type. */
function unitTypeOf({ unitColumns }: EventTable): string {
  const [first = "userID"] = unitColumns.keys();
  return unitColumns.has("userID") ? "userID" : first;
}

const countOf = (row: WarehouseRow, name: string) => Number(row[name] ?? 0);

/** `bins` is the maximum number of bins, which may be exceeded by one. */
export function countsStatement(
  table: EventTable,
  filter: BoundedFilter,
  bins: number,
  dialect: Dialect,
): CountsStatement {
  const { from, to } = filter;
  const { width, times } = binsOf({ from, to }, bins);
  const parts = eventParts(table, dialect);
  const time = dialect.milliseconds(`s.${dialect.column(table.timeColumn)}`, table.timeType);
  const moment = `r.${parts.addColumn(time)}`;
  const unitType = unitTypeOf(table);
  const unit = parts.operand(unitField(unitType)).text;
  const selection = selectionSql(table, filter, parts, dialect);
  // `units` counts a unit in every bin with one of its events; `new_units` only in the first, so that their sum is the total.
  const text = `select bin, sum(n) as events, sum(case when unit_id is null then 0 else 1 end) as units,
sum(case when unit_id is null or place > 1 then 0 else 1 end) as new_units, min(first_time) as first_time, max(last_time) as last_time
from (
select bin, unit_id, n, first_time, last_time, row_number() over (partition by unit_id order by bin) as place
from (
select bin, unit_id, count(*) as n, min(moment) as first_time, max(moment) as last_time
from (
select ${moment} as moment, ${moment} - mod(${moment}, ${width}) as bin, ${unit} as unit_id
${selection}
) told
group by bin, unit_id
) counted
) placed
group by bin`;
  const sum = (rows: readonly WarehouseRow[], name: string) =>
    rows.reduce((all, row) => all + countOf(row, name), 0);
  return {
    text,
    read: (rows) => {
      const binOf = (row: WarehouseRow) =>
        Math.min(times.length - 1, Math.max(0, Math.floor((countOf(row, "bin") - (times[0] ?? 0)) / width)));
      const byBin = (name: string) => {
        const counts = times.map(() => 0);
        for (const row of rows) counts[binOf(row)] = (counts[binOf(row)] ?? 0) + countOf(row, name);
        return counts;
      };
      return {
        events: sum(rows, "events"),
        units: sum(rows, "new_units"),
        unitType,
        firstTime: rows.length ? Math.min(...rows.map((row) => countOf(row, "first_time"))) : null,
        lastTime: rows.length ? Math.max(...rows.map((row) => countOf(row, "last_time"))) : null,
        from,
        to,
        width,
        times,
        eventsByBin: byBin("events"),
        unitsByBin: byBin("units"),
      };
    },
  };
}
