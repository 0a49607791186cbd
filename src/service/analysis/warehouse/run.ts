// How the analysis queries a warehouse: SQL in, rows out. The engine and its client are unknown here.
import type { WarehouseRow } from "#service/warehouse/statement.ts";

export type WarehouseRows = readonly WarehouseRow[];

/** The tag tells the warehouse's admin what the statement belongs to. Without `mayWrite` the statement must only read. */
export type Run = (text: string, tag: string, mayWrite?: true) => Promise<WarehouseRows>;

/** Reads a number from a row; null becomes 0. */
export const numberAt = (row: WarehouseRow, name: string): number => Number(row[name] ?? 0);

export const optionalNumberAt = (row: WarehouseRow, name: string): number | null => {
  const value = row[name];
  return value === null || value === undefined ? null : Number(value);
};

/** Reads a text from a row; null becomes empty. */
export const textAt = (row: WarehouseRow, name: string): string => String(row[name] ?? "");
