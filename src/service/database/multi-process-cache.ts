// The cache for a database that other processes write to. Before each read it queries what they have changed, with one small query for
// all concurrent callers, so that no read returns a value that was outdated when the request arrived. A request with several reads
// queries once, at its start.
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Engine, Reader, Row, ChangeKind } from "./database.ts";
import { valueCache, type SharedCache } from "./value-cache.ts";

/** Milliseconds. The database keeps changes for a day (migrations.ts); after an hour without a query the cache starts anew. */
const hour = 3_600_000;

/** The cache keys of an entity, of its references and of the references to it. */
const keysOf = (kind: string, id: string) =>
  kind === "overview"
    ? [`overview of ${id}`]
    : [`${kind} ${id}`, `references of ${kind} ${id}`, ...(kind === "gate" ? [`references to ${id}`] : [])];

interface Changed extends Row {
  snapshot: string;
  /** The id of the current transaction, where `$2` asks for it. */
  own: string | null;
  /** The changes, each with the id of its transaction. */
  kinds: string[] | null;
  ids: string[] | null;
  numbers: string[] | null;
}

/** Selects the current snapshot, and the changes of transactions that have ended since an earlier snapshot. */
const changes = `select pg_current_snapshot()::text as snapshot, case when $2 then pg_current_xact_id()::text end as own,
    array_agg(kind) as kinds, array_agg(id) as ids, array_agg(transaction::text) as numbers from (
    select distinct kind, id, transaction from entity_change
    where kind in ('gate', 'dynamic_config', 'experiment', 'metric', 'layer', 'holdout', 'segment', 'overview')
      and transaction >= pg_snapshot_xmin($1::text::pg_snapshot)
      and not pg_visible_in_snapshot(transaction, $1::text::pg_snapshot)
  ) as changed`;

/** A running writer transaction of this process, until this process knows that it has ended. */
interface Writing {
  /** Its transaction id. */
  own?: string;
  /** Cache keys that other transactions have changed meanwhile. */
  readonly told: Set<string>;
}

/** Most own transactions to remember: their changes are still to be reported by the database, but are in the cache already. */
const mostOwn = 1000;

/** The kind of change that a notification about a table stands for (migrations.ts). */
const kindOfTable = (table: string): ChangeKind => (table.endsWith("_key") ? "keys" : "entities");

export function multiProcessCache(reader: Pick<Engine, "engine" | "query" | "listen">): SharedCache {
  const cache = valueCache();
  const inTurn = pLimit(1);
  const writings = new Set<Writing>();
  const remembered = new LRUCache<string, true>({ max: mostOwn });
  let last: { snapshot: string; asked: number } | undefined;
  let waiting: Promise<void> | undefined;
  let cleaned = Number.NEGATIVE_INFINITY;
  const changeNumbers = { entities: 0, keys: 0 };
  let isListening: (() => boolean) | undefined;

  function hear(table?: string) {
    for (const of of table === undefined ? (["entities", "keys"] as const) : [kindOfTable(table)])
      changeNumbers[of] += 1;
  }

  function tell({ kinds, ids, numbers }: Changed) {
    for (const [index, id] of ids?.entries() ?? []) {
      const number = numbers?.[index] ?? "";
      if (remembered.has(number)) continue;
      for (const key of keysOf(kinds?.[index] ?? "", id)) {
        cache.change(key, undefined);
        for (const { own, told } of writings) if (number !== own) told.add(key);
      }
    }
  }

  /** Queries the changes of other processes; returns the id of the current transaction where `isWriting`. */
  async function learn(from: Reader, isWriting: boolean) {
    const asked = performance.now();
    if (asked - cleaned > hour) {
      cleaned = asked;
      await reader.query("delete from entity_change where changed_time < now() - interval '1 day'");
    }
    const since = last && asked - last.asked < hour ? last.snapshot : undefined;
    const [found] = await from.query<Changed>(changes, [since ?? null, isWriting]);
    if (!found) return {};
    last = { snapshot: found.snapshot, asked };
    if (since === undefined) cache.forget();
    else tell(found);
    return found.own === null ? {} : { own: found.own };
  }

  /** Callers share one query if they call before it begins. */
  const current = () =>
    (waiting ??= inTurn(async () => {
      waiting = undefined;
      await learn(reader, false);
    }));

  return {
    read: async (key, load) => {
      await current();
      return cache.read(key, load);
    },
    changedSince: async (position) => {
      await current();
      return cache.changedSince(position);
    },
    upToDate: async () => {
      await current();
      return cache;
    },
    // Listening starts with the first call, because commands need neither notifications nor a connection for them.
    changeNumber: (of) => ((isListening ??= reader.listen?.(hear))?.() ? changeNumbers[of] : undefined),
    // Not needed: the database reports such changes to all processes, this one included.
    changed: () => {},
    forget: () => {
      hear();
      cache.forget();
    },
    within: (statements) => {
      const writing: Writing = { told: new Set() };
      let begun: Promise<void> | undefined;
      const begin = async () => {
        Object.assign(writing, await learn(statements, true));
        writings.add(writing);
      };
      return {
        // Read once per transaction, because nobody else writes until it has ended.
        read: async (key, load) => {
          await (begun ??= begin());
          return cache.read(key, load);
        },
        end: (changed, isCommitted) => {
          writings.delete(writing);
          // This process knows its own changes without a notification.
          if (changed.size > 0) changeNumbers.entities += 1;
          if (writing.own && isCommitted) remembered.set(writing.own, true);
          for (const [key, value] of changed)
            cache.change(key, writing.own && !writing.told.has(key) ? value : undefined);
        },
      };
    },
  };
}
