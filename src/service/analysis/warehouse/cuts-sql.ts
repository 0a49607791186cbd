// The slices that events are in: cut 0 is the whole, the others are those of an event dimension each.
import { constants, type Dialect } from "./dialect.ts";

/** Each row with `value_<n>` once for the whole, and once for each event dimension that it carries; without an event for the whole alone. */
export function inCutsSql(dialect: Dialect, rows: string, dimensions: number): string {
  if (dimensions === 0) return `select h.*, 0 as cut, '' as cut_value\nfrom (\n${rows}\n) h`;
  const cuts = Array.from({ length: dimensions }, (_, index) => index + 1);
  return `select c.*
from (
select h.*, w.cut, case w.cut ${cuts.map((cut) => `when ${cut} then h.value_${cut}`).join(" ")} else '' end as cut_value
from (
${rows}
) h cross join (${constants(dialect, ["cut"], [[0], ...cuts.map((cut) => [cut])])}) w
) c
where cut_value is not null`;
}
