// Migrates the version history from whole documents to compressed rows, a few megabytes at a time, and records rules that were removed.
import type { Transaction } from "./database.ts";
import type { EntityKind } from "./entities.ts";
import { type FormerRule, storeRemovedRules, removedRules, versionColumns, versionRow } from "./history.ts";

/** Characters of documents that are held in memory at once. */
const batch = 16 * 1024 * 1024;

type Entity = {
  kind: EntityKind;
  id: string;
};

type Version = {
  version: number;
  savedTime: number;
  text: string;
};

/** Yields the versions of an entity, newest first, in batches of bounded size. */
async function* versionsOf(transaction: Transaction, { kind, id }: Entity): AsyncGenerator<Version[]> {
  const sizes = await transaction.query<{ version: number; size: number }>(
    `select version, sum(length(cast(document as text))) as size from entity_version
     where kind = $1 and id = $2 group by version order by version desc`,
    [kind, id],
  );
  let [from, total]: [number | undefined, number] = [undefined, 0];
  for (const [index, { version, size }] of sizes.entries()) {
    from ??= version;
    total += size;
    if (total < batch && index < sizes.length - 1) continue;
    yield await transaction.query<Version>(
      `select version, saved_time as "savedTime", cast(document as text) as text from entity_version
       where kind = $1 and id = $2 and version between $3 and $4 order by version desc`,
      [kind, id, version, from],
    );
    [from, total] = [undefined, 0];
  }
}

type Row = Awaited<ReturnType<typeof versionRow>>;

/** Compresses the history of one entity, and records the rules that it no longer has. */
async function compressEntity(
  transaction: Transaction,
  { kind, id }: Entity,
  store: (row: Row) => Promise<void>,
) {
  const [current] = await transaction.query<{ document: unknown }>(
    `select document from ${kind} where id = $1`,
    [id],
  );
  const next = current?.document;
  const former = new Map<string, FormerRule>();
  for await (const versions of versionsOf(transaction, { kind, id }))
    for (const { version, savedTime, text } of versions) {
      if (kind !== "experiment")
        for (const [baseID, rule] of removedRules(JSON.parse(text), next))
          if (!former.has(baseID)) former.set(baseID, rule);
      await store(await versionRow({ kind, id, version, text, savedTime }));
    }
  await storeRemovedRules(transaction, kind, id, former);
}

export async function compressHistory(transaction: Transaction) {
  let [rows, bytes]: [Row[], number] = [[], 0];
  const flush = async () => {
    await transaction.load("entity_history", versionColumns, rows);
    [rows, bytes] = [[], 0];
  };
  const store = async (row: Row) => {
    rows.push(row);
    bytes += row[5].length;
    if (bytes > batch || rows.length >= 5000) await flush();
  };
  const entities = await transaction.query<Entity>("select distinct kind, id from entity_version");
  for (const entity of entities) await compressEntity(transaction, entity, store);
  await flush();
  await transaction.query("drop table entity_version");
}
