// Maps a document to a row: the columns that lists search, and the document itself.
import { z } from "zod/mini";
import type { Value } from "./database.ts";

const text = z.nullish(z.string());
const number = z.nullish(z.number());

/** A document with the fields that every kind has and that lists search. */
export const EntityDocument = z.looseObject({
  id: z.string(),
  name: text,
  description: text,
  status: text,
  type: text,
  idType: text,
  creatorName: text,
  tags: z.nullish(z.array(z.string())),
  version: number,
  lastModifiedTime: number,
});
type Fields = typeof EntityDocument.shape;
export type EntityDocument = { id: string } & {
  [Name in Exclude<keyof Fields, "id">]?: z.infer<Fields[Name]>;
};

/** The columns and their contents. The id comes first, because updates look for it and do not set it. */
const contents: Readonly<Record<string, (document: EntityDocument) => Value>> = {
  id: ({ id }) => id,
  name: ({ id, name }) => name ?? id,
  description: ({ description }) => description ?? "",
  status: ({ status }) => status ?? "",
  type: ({ type }) => type ?? "",
  id_type: ({ idType }) => idType ?? "",
  creator_name: ({ creatorName }) => creatorName ?? "",
  tags: ({ tags }) => tags ?? [],
  version: ({ version }) => version ?? 1,
  last_modified_time: ({ lastModifiedTime }) => lastModifiedTime ?? 0,
  document: (document) => JSON.stringify(document),
};
export const columns = Object.keys(contents);

/** The types of columns that do not hold text. */
const types: Readonly<Record<string, string>> = {
  tags: "text[]",
  version: "integer",
  last_modified_time: "bigint",
  document: "jsonb",
};
export const typeOf = (column: string) => types[column] ?? "text";

export const cellOf = (document: EntityDocument, column: string): Value =>
  contents[column]?.(document) ?? null;
export const columnValues = (document: EntityDocument) => columns.map((column) => cellOf(document, column));
