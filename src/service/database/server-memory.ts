// The memory over a database that other processes write to. Before it is read it learns from the database what they have changed, by
// one small query for all who ask at the same time: nobody reads what was no longer stored when the request came. A request that reads
// several times asks once, at its beginning.
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Engine, Reader, Row, Told } from "./database.ts";
import { keptValues, type SharedMemory } from "./memory.ts";

/** ms. Changes are told for a day (migrations.ts); who has not asked for an hour begins anew. */
const hour = 3_600_000;

/** The keys under which an entity, its references and those to it are remembered. */
const keysOf = (kind: string, id: string) =>
  kind === "overview"
    ? [`overview of ${id}`]
    : [`${kind} ${id}`, `references of ${kind} ${id}`, ...(kind === "gate" ? [`references to ${id}`] : [])];

interface Changed extends Row {
  snapshot: string;
  /** Where it is asked for, the number of the transaction that asks. */
  own: string | null;
  /** Each change with the number of its transaction. */
  kinds: string[] | null;
  ids: string[] | null;
  numbers: string[] | null;
}

/** The transactions that have ended by now, and what those of them changed that had not ended by an earlier snapshot. */
const changes = `select pg_current_snapshot()::text as snapshot, case when $2 then pg_current_xact_id()::text end as own,
    array_agg(kind) as kinds, array_agg(id) as ids, array_agg(transaction::text) as numbers from (
    select distinct kind, id, transaction from entity_change
    where kind in ('gate', 'dynamic_config', 'experiment', 'metric', 'layer', 'holdout', 'segment', 'overview')
      and transaction >= pg_snapshot_xmin($1::text::pg_snapshot)
      and not pg_visible_in_snapshot(transaction, $1::text::pg_snapshot)
  ) as changed`;

/** A writer transaction of this process, until its end is known here. */
interface Writing {
  /** Its number. */
  own?: string;
  /** Keys that others have changed meanwhile. */
  readonly told: Set<string>;
}

/** Own transactions whose changes are told later, and are in the memory already. */
const mostOwn = 1000;

/** The table by which the server tells of a change (migrations.ts). */
const toldBy = (table: string): Told => (table.endsWith("_key") ? "keys" : "entities");

export function serverMemory(reader: Pick<Engine, "engine" | "query" | "listen">): SharedMemory {
  const memory = keptValues();
  const inTurn = pLimit(1);
  const writings = new Set<Writing>();
  const remembered = new LRUCache<string, true>({ max: mostOwn });
  let last: { snapshot: string; asked: number } | undefined;
  let waiting: Promise<void> | undefined;
  let cleaned = Number.NEGATIVE_INFINITY;
  const told = { entities: 0, keys: 0 };
  let isListening: (() => boolean) | undefined;

  function hear(table?: string) {
    for (const of of table === undefined ? (["entities", "keys"] as const) : [toldBy(table)]) told[of] += 1;
  }

  function tell({ kinds, ids, numbers }: Changed) {
    for (const [index, id] of ids?.entries() ?? []) {
      const number = numbers?.[index] ?? "";
      if (remembered.has(number)) continue;
      for (const key of keysOf(kinds?.[index] ?? "", id)) {
        memory.change(key, undefined);
        for (const { own, told } of writings) if (number !== own) told.add(key);
      }
    }
  }

  /** Answers the number of the transaction that it is asked in, where that one writes. */
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
    if (since === undefined) memory.forget();
    else tell(found);
    return found.own === null ? {} : { own: found.own };
  }

  /** Those who ask before the query begins share it. */
  const current = () =>
    (waiting ??= inTurn(async () => {
      waiting = undefined;
      await learn(reader, false);
    }));

  return {
    read: async (key, load) => {
      await current();
      return memory.read(key, load);
    },
    changedSince: async (position) => {
      await current();
      return memory.changedSince(position);
    },
    upToDate: async () => {
      await current();
      return memory;
    },
    // A command has no use for it, and none of its connections.
    told: (of) => ((isListening ??= reader.listen?.(hear))?.() ? told[of] : undefined),
    // The database tells it to all who ask, and to this process too.
    changed: () => {},
    forget: () => {
      hear();
      memory.forget();
    },
    within: (statements) => {
      const writing: Writing = { told: new Set() };
      let begun: Promise<void> | undefined;
      const begin = async () => {
        Object.assign(writing, await learn(statements, true));
        writings.add(writing);
      };
      return {
        // Nobody else writes until the transaction has ended.
        read: async (key, load) => {
          await (begun ??= begin());
          return memory.read(key, load);
        },
        end: (changed, isCommitted) => {
          writings.delete(writing);
          // Changes of this process are known to it at once.
          if (changed.size > 0) told.entities += 1;
          if (writing.own && isCommitted) remembered.set(writing.own, true);
          for (const [key, value] of changed)
            memory.change(key, writing.own && !writing.told.has(key) ? value : undefined);
        },
      };
    },
  };
}
