// The exposed units in memory: the cells to which each belongs, and its days in the experiment.
import type { Snapshot } from "#service/database/database.ts";
import type { Part, UnitCells } from "#service/analysis/units/cell-sums.ts";
import { slicedUnits } from "./unit-slices.ts";

/** Reads the units numbered up to `numbers` and the parts of the cells, which `fillKindSlices` has numbered. `groups` has one cell for each
 *  group, for slices of events. */
export async function readExposedCells(
  reader: Snapshot,
  { numbers, grids }: { numbers: number; grids: number },
): Promise<{ whole: UnitCells; groups: UnitCells }> {
  const rows = await reader.query<{ cell: number; part: number; group_number: number }>(
    "select cell, part, group_number from cell_part",
  );
  const places = new Map([...new Set(rows.map(({ cell }) => cell))].map((cell, place) => [cell, place]));
  const [days, groups] = [new Uint16Array(numbers + 1), new Int32Array(numbers + 1)];
  const cells = Array.from({ length: grids }, () => new Int32Array(numbers + 1));
  const units = new Uint32Array(places.size);
  const columns = ["unit_number", "days", "group_number", ...cells.map((_, grid) => `cell_${grid}`)];
  const sql = `select ${columns.join(", ")} from ${slicedUnits} as u`;
  for await (const { count, columns: own } of reader.stream(sql))
    for (let row = 0; row < count; row += 1) {
      const unit = own[0]?.[row] ?? 0;
      days[unit] = own[1]?.[row] ?? 0;
      groups[unit] = own[2]?.[row] ?? 0;
      for (const [grid, ofGrid] of cells.entries()) {
        const cell = places.get(own[grid + 3]?.[row] ?? 0) ?? 0;
        ofGrid[unit] = cell;
        units[cell] = (units[cell] ?? 0) + 1;
      }
    }
  const parts = new Map<string, Part & { cells: number[] }>();
  for (const { cell, part, group_number } of rows) {
    const key = `${part} ${group_number}`;
    const own = parts.get(key) ?? { part, groupNumber: group_number, cells: [], units: 0 };
    const place = places.get(cell) ?? 0;
    own.cells.push(place);
    own.units += units[place] ?? 0;
    parts.set(key, own);
  }
  const whole = [...parts.values()];
  const ofGroups = whole
    .filter(({ part }) => part === 0)
    .map((part) => ({ ...part, cells: [part.groupNumber] }));
  const groupCells = Math.max(0, ...ofGroups.map(({ groupNumber }) => groupNumber)) + 1;
  return {
    whole: { days, grids: cells, count: places.size, parts: whole },
    groups: { days, grids: [groups], count: groupCells, parts: ofGroups },
  };
}
