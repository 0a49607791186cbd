// Cells of the parameter table: conversion between typed text and values, by the parameter's type. Pure.
import { sameJson, parseJson5, type Json } from "#contract/json5.ts";

export const parameterTypes = ["text", "number", "switch", "json5"] as const;
export type ParameterType = (typeof parameterTypes)[number];

export const typeLabels: Readonly<Record<ParameterType, string>> = {
  text: "text",
  number: "number",
  switch: "on/off",
  json5: "JSON5",
};

/** Returns the type of a value; objects, lists and null are edited as JSON5. */
export function typeOfValue(value: unknown): ParameterType {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "switch" : "json5";
}

/** Returns the type that fits all values: JSON5 if they differ in type. */
export function commonType(values: readonly unknown[]): ParameterType {
  const [first = "text", ...others] = new Set(values.map(typeOfValue));
  return others.length > 0 ? "json5" : first;
}

/** Returns the text that the field shows for a value. */
export const cellOf = (value: unknown, type: ParameterType): string =>
  type === "text" && typeof value === "string" ? value : JSON.stringify(value);

type ReadCell = { readonly value: Json } | { readonly errorMessage: string } | undefined;

/** Returns the value of a cell or an error message; undefined if nothing was typed yet. */
export function readCell(cell: string | undefined, type: ParameterType): ReadCell {
  if (cell === undefined) return undefined;
  if (type === "text") return { value: cell };
  if (cell.trim() === "") return undefined;
  if (type === "switch") return { value: cell === "true" };
  if (type === "number") {
    const value = Number(cell.trim().replace(",", "."));
    return Number.isFinite(value) ? { value } : { errorMessage: "Enter a number, such as 12.5" };
  }
  const parsed = parseJson5(cell);
  return parsed.ok ? { value: parsed.value } : { errorMessage: parsed.message };
}

/** Converts a cell to another type; undefined if the new type cannot represent its value. */
export function retyped(
  cell: string | undefined,
  from: ParameterType,
  to: ParameterType,
): string | undefined {
  if (cell === undefined || from === to) return cell;
  const read = readCell(cell, from);
  if (to === "switch") return String(cell.trim() === "true");
  if (to === "text") return cell;
  if (to === "number") return read && "value" in read && Number.isFinite(Number(cell)) ? cell : undefined;
  return read && "value" in read ? JSON.stringify(read.value) : cell;
}

/** True if two cells have the same value, even if they are written differently. */
export function isSameCell(left: string | undefined, right: string | undefined, type: ParameterType) {
  if (left === right) return true;
  const [one, other] = [readCell(left, type), readCell(right, type)];
  return Boolean(one && other && "value" in one && "value" in other && sameJson(one.value, other.value));
}
