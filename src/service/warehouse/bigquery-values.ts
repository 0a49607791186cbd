// Parses values in BigQuery's format: fields without names in `f` and `v`, times as numbers since 1970.
import { z } from "zod/mini";
import { column } from "./answer-rows.ts";
import type { WarehouseColumn, WarehouseValue } from "./statement.ts";

export interface Field {
  name: string;
  type: string;
  mode?: string | undefined;
  fields?: Field[] | undefined;
}
export const Field: z.ZodMiniType<Field> = z.lazy(() =>
  z.object({
    name: z.string(),
    type: z.string(),
    mode: z.optional(z.string()),
    fields: z.optional(z.array(Field)),
  }),
);

const typeOf = (value: WarehouseValue): string => {
  if (typeof value === "boolean") return "BOOL";
  if (typeof value === "number") return Number.isInteger(value) ? "INT64" : "FLOAT64";
  return "STRING";
};
export const parametersOf = (values: readonly WarehouseValue[]) =>
  values.map((value, index) => ({
    name: `p${index + 1}`,
    parameterType: { type: typeOf(value) },
    parameterValue: { value: value === null ? null : String(value) },
  }));

const isRepeated = ({ mode }: Field) => mode === "REPEATED";
export const bigQueryColumn = (field: Field): WarehouseColumn =>
  column(field.name, isRepeated(field) ? `array<${field.type}>` : field.type);

const Cell = z.looseObject({ v: z.unknown() });
const Row = z.looseObject({ f: z.array(Cell) });
const Cells = z.array(Cell);

/** Converts a value to the form that `row` of `answer-rows.ts` expects; structures become plain objects. */
function readable(value: unknown, field: Field): unknown {
  if (isRepeated(field) && value !== null)
    return Cells.parse(value).map(({ v }) => readable(v, { ...field, mode: "NULLABLE" }));
  if (field.fields && value !== null) {
    const cells = Row.parse(value).f;
    return Object.fromEntries(
      field.fields.map((inner, index) => [inner.name, readable(cells[index]?.v, inner)]),
    );
  }
  // Microseconds, the format that was requested.
  return field.type === "TIMESTAMP" && typeof value === "string" && /^-?\d+$/.test(value)
    ? new Date(Math.floor(Number(value) / 1000)).toISOString()
    : value;
}

export const readableRow = (fields: readonly Field[], values: unknown): unknown[] => {
  const cells = Row.parse(values).f;
  return fields.map((field, index) => readable(cells[index]?.v, field));
};
