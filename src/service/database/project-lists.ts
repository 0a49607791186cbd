// Stored tags, target apps, unit id types and environments of a project, one row each, and those that are in use without having been
// created.
import type { Reader, Transaction } from "./database.ts";
import type { DocumentRow, EntityKind, Parse } from "./entities.ts";

export type ProjectList = "tag" | "target_app" | "unit_id_type" | "environments";

/** Reads a list, sorted by id. */
export async function readList<T>(reader: Reader, kind: ProjectList, parse: Parse<T>): Promise<T[]> {
  const rows = await reader.query<DocumentRow>(
    "select document from project_list where kind = $1 order by lower(id), id",
    [kind],
  );
  return rows.map(({ document }) => parse(document));
}

/** Inserts an item, or replaces the one with the same id. */
export async function writeToList(transaction: Transaction, kind: ProjectList, id: string, document: object) {
  await transaction.query("delete from project_list where kind = $1 and id = $2", [kind, id]);
  await transaction.query("insert into project_list (kind, id, document) values ($1, $2, $3::jsonb)", [
    kind,
    id,
    JSON.stringify(document),
  ]);
}

const kinds: readonly EntityKind[] = ["gate", "dynamic_config", "experiment"];

async function namesInUse(reader: Reader, column: string): Promise<string[]> {
  const rows = await reader.query<{ name: string }>(
    kinds.map((kind) => `select ${column} as name from ${kind}`).join(" union "),
  );
  return rows.map(({ name }) => name).filter(Boolean);
}

export const tagsInUse = (reader: Reader) => namesInUse(reader, "unnest(tags)");
export const unitTypesInUse = (reader: Reader) => namesInUse(reader, "id_type");

/** Names of the environments that app keys belong to. */
export async function environmentsOfKeys(reader: Reader): Promise<string[]> {
  const rows = await reader.query<{ environment: string }>("select distinct environment from sdk_key");
  return rows.map(({ environment }) => environment);
}
