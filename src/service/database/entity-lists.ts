// Pages of gates, dynamic configs and experiments: by filter, by reference and by version.
import { setImmediate as immediate } from "node:timers/promises";
import type { Reader, CachedValue, Value } from "./database.ts";
import { entityKey, type DocumentRow, type StoredKind, type Parse } from "./entities.ts";
import { measureHistory, readHistory } from "./history.ts";
import { readThroughCache } from "./value-cache.ts";
import { readPage, type Found, type PageOf } from "./pages.ts";

/** One page of the entities that the SQL `from` selects. */
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

/** The documents of these ids, in the same order; deleted ones are left out. */
export async function readDocuments(reader: Reader, kind: StoredKind, ids: readonly string[]) {
  let missing: Promise<Map<string, CachedValue<unknown>>> | undefined;
  const readMissing = async () => {
    const rows = await reader.query<DocumentRow & { id: string; size: number }>(
      `select id, document, length(cast(document as text)) as size from ${kind} where id = any($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, document, size }) => [id, { value: document, size }]));
  };
  const documents = await Promise.all(
    ids.map((id) =>
      readThroughCache(reader, entityKey(kind, id), async () => (await (missing ??= readMissing())).get(id)),
    ),
  );
  return documents.filter((document) => document !== undefined);
}

/** Entities of a kind that refer to a gate, by name, then id. */
export const listReferences = <T>(
  reader: Reader,
  gateID: string,
  kind: StoredKind,
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

// Choice: a page of versions holds at most 2 MiB of documents, or one version: it may have fewer items than requested, and says so.
const pageBytes = 2 * 1024 * 1024;

/** Versions of an entity, the current one first. All pages have the same number of items, chosen so that any page fits the size limit. */
export async function listVersions<T>(
  reader: Reader,
  kind: StoredKind,
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
    // Parsing a large document takes a while; other requests are answered between two documents.
    await immediate();
  }
  return { items, total: total + currents.length, itemsPerPage };
}
