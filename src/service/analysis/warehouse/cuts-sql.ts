// The slices that events belong to: cut 0 is the whole; each event dimension is one further cut.
import { constants, type Dialect } from "./dialect.ts";

/**
 * SQL that repeats each row with `value_<n>`: once for the whole, and once for each event dimension that it has a value
 * of. Rows without an event appear only for the whole.
 */
export function rowsByDimensionSql(dialect: Dialect, rows: string, dimensions: number): string {
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
