// Pages of gates, dynamic configs and experiments: filtered, by reference, by version.
import type { Reader, Value } from "./database.ts";
import type { DocumentRow, EntityKind, Parse } from "./entities.ts";
import { readPage, type Found, type PageOf } from "./pages.ts";

export interface EntityFilter {
  /** Part of the name, id or description; case does not matter. */
  search?: string | undefined;
  /** Every one of these tags. */
  tags?: readonly string[] | undefined;
  status?: string | undefined;
  type?: string | undefined;
  idType?: string | undefined;
  creatorName?: string | undefined;
  /** Leave out entities of this status. */
  exceptStatus?: string | undefined;
}

/** The text as a LIKE pattern that matches it anywhere, with nothing in it read as a wildcard. */
const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** The conditions of a filter, each with the value that "?" stands for. */
function conditions(filter: EntityFilter): { where: string; values: Value[] } {
  const isFound = ["name", "id", "description"].map((column) => `lower(${column}) like ? escape '\\'`);
  const all: [sql: string, value: Value | undefined][] = [
    [`(${isFound.join(" or ")})`, filter.search ? containing(filter.search) : undefined],
    ...(filter.tags ?? []).map((tag): [string, Value] => ["? = any(tags)", tag]),
    ["status = ?", filter.status],
    ["type = ?", filter.type],
    ["id_type = ?", filter.idType],
    ["creator_name = ?", filter.creatorName],
    ["status <> ?", filter.exceptStatus],
  ];
  const given = all.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const parts = given.map(({ sql }, index) => sql.replaceAll("?", () => `$${index + 1}`));
  return {
    where: parts.length ? `where ${parts.join(" and ")}` : "",
    values: given.map(({ value }) => value),
  };
}

/** One page of entities, whose rows `from` names. */
async function pageOfEntities<T>(
  reader: Reader,
  from: string,
  order: string,
  values: Value[],
  pageOf: PageOf,
  parse: Parse<T>,
): Promise<Found<T>> {
  const page = { select: "document", from, order, values };
  const { items, total } = await readPage<DocumentRow>(reader, page, pageOf);
  return { items: items.map(({ document }) => parse(document)), total };
}

/** Entities by name, then id. */
export const listEntities = <T>(
  reader: Reader,
  kind: EntityKind,
  filter: EntityFilter,
  pageOf: PageOf,
  parse: Parse<T>,
) => {
  const { where, values } = conditions(filter);
  return pageOfEntities(reader, `${kind} ${where}`, "lower(name), id", values, pageOf, parse);
};

/** Entities of a kind that refer to a gate, by name, then id. */
export const listReferences = <T>(
  reader: Reader,
  gateID: string,
  kind: EntityKind,
  pageOf: PageOf,
  parse: Parse<T>,
) =>
  pageOfEntities(
    reader,
    `${kind} where id in (select entity_id from gate_reference where gate_id = $1 and kind = $2)`,
    "lower(name), id",
    [gateID, kind],
    pageOf,
    parse,
  );

/** Versions of an entity, the current one first. */
export const listVersions = <T>(
  reader: Reader,
  kind: EntityKind,
  id: string,
  pageOf: PageOf,
  parse: Parse<T>,
) =>
  pageOfEntities(
    reader,
    `(select document, version from ${kind} where id = $1
           union all select document, version from entity_version where kind = $2 and id = $1) as versions`,
    "version desc",
    [id, kind],
    pageOf,
    parse,
  );
