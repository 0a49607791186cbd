// Pages of gates, dynamic configs and experiments: filtered, by reference, by version.
import { setImmediate as immediate } from "node:timers/promises";
import type { Reader, Value } from "./database.ts";
import type { DocumentRow, EntityKind, Parse } from "./entities.ts";
import { measureHistory, readHistory } from "./history.ts";
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

// Choice: a page of versions holds documents of 2 MiB at most, or one version: it may have fewer items than asked for, and says so.
const pageBytes = 2 * 1024 * 1024;

/** Versions of an entity, the current one first; as many on each page as fit into it, whichever they are. */
export async function listVersions<T>(
  reader: Reader,
  kind: EntityKind,
  id: string,
  { limit, page }: PageOf,
  parse: Parse<T>,
): Promise<Found<T> & { itemsPerPage: number }> {
  const [current] = await reader.query<{ text: string }>(
    `select cast(document as text) as text from ${kind} where id = $1`,
    [id],
  );
  const { total, largest } = await measureHistory(reader, kind, id);
  const currents = current ? [current] : [];
  const most = Math.max(largest, ...currents.map(({ text }) => Buffer.byteLength(text)), 1);
  const itemsPerPage = Math.min(limit, Math.max(1, Math.floor(pageBytes / most)));
  const first = (page - 1) * itemsPerPage;
  const shown = currents.slice(first, first + itemsPerPage).map(({ text }): unknown => JSON.parse(text));
  const earlier = await readHistory(reader, kind, id, {
    limit: itemsPerPage - shown.length,
    offset: Math.max(0, first - currents.length),
  });
  const items: T[] = [];
  for (const document of [...shown, ...earlier]) {
    items.push(parse(document));
    // Checking a large document takes a while; others are answered between two.
    await immediate();
  }
  return { items, total: total + currents.length, itemsPerPage };
}
