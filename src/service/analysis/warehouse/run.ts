// How analysis asks a warehouse: a text in, rows out. Which engine it is, and by which client, is not known here.
import type { WarehouseRow } from "#service/warehouse/statement.ts";

export type WarehouseRows = readonly WarehouseRow[];

/** The tag says for the admin of the warehouse what the statement is part of. Without `mayWrite` it only reads. */
export type Run = (text: string, tag: string, mayWrite?: true) => Promise<WarehouseRows>;

/** A number of an answer; 0 where it is null. */
export const numberAt = (row: WarehouseRow, name: string): number => Number(row[name] ?? 0);

export const optionalNumberAt = (row: WarehouseRow, name: string): number | null => {
  const value = row[name];
  return value === null || value === undefined ? null : Number(value);
};

/** A text of an answer; empty where it is null. */
export const textAt = (row: WarehouseRow, name: string): string => String(row[name] ?? "");
