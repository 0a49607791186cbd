// Finds the columns that a source refers to, by field, and those among them that do not exist in the table. Pure.
import type { SourceColumn } from "#contract/warehouse-source.ts";

/** A requested or stored source of any kind. */
export interface SourceDraft {
  readonly name?: string | undefined;
  readonly sql?: string | undefined;
  readonly sourceType?: string | null | undefined;
  readonly tableName?: string | null | undefined;
  readonly timestampColumn?: string | null | undefined;
  readonly timestampAsDay?: boolean | null | undefined;
  readonly datePartitionColumn?: string | null | undefined;
  readonly idTypeMapping?:
    | readonly { readonly statsigUnitID: string; readonly column: string }[]
    | null
    | undefined;
  readonly experimentIDColumn?: string | null | undefined;
  readonly groupIDColumn?: string | null | undefined;
  readonly groupNameColumn?: string | null | undefined;
  readonly dimensionColumns?: readonly { readonly column: string }[] | null | undefined;
  readonly eventColumn?: string | null | undefined;
  readonly valueColumn?: string | null | undefined;
  readonly fieldsColumn?: string | null | undefined;
}

const plain = [
  "timestampColumn",
  "datePartitionColumn",
  "experimentIDColumn",
  "groupIDColumn",
  "groupNameColumn",
  "eventColumn",
  "valueColumn",
  "fieldsColumn",
] as const;

const named = (draft: SourceDraft): [property: string, column: string][] => [
  ...plain.flatMap((property): [string, string][] => {
    const column = draft[property];
    return column ? [[property, column]] : [];
  }),
  ...(draft.idTypeMapping ?? []).map(({ column }, index): [string, string] => [
    `idTypeMapping.${index}.column`,
    column,
  ]),
  ...(draft.dimensionColumns ?? []).map(({ column }, index): [string, string] => [
    `dimensionColumns.${index}.column`,
    column,
  ]),
];

export const namedColumns = (draft: SourceDraft) =>
  named(draft).flatMap(([, column]) => (column === "" ? [] : [column]));

export const columnNamed = (columns: readonly SourceColumn[], name: string | null | undefined) =>
  columns.find((column) => column.name.toLowerCase() === name?.toLowerCase());

export function lostColumns(draft: SourceDraft, columns: readonly SourceColumn[]) {
  const there = columns.map(({ name }) => `'${name}'`).join(", ");
  return named(draft).flatMap(([property, column]) =>
    column === "" || columnNamed(columns, column)
      ? []
      : [{ property, errorMessage: `There is no column '${column}'. There are ${there}` }],
  );
}
