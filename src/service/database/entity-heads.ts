// Keeps the heads of all entities of a kind in memory, in sync with the database: lists search the heads and read only one page of
// documents.
import { setImmediate as immediate } from "node:timers/promises";
import pLimit from "p-limit";
import type { Database, Reader } from "./database.ts";
import type { DocumentRow, StoredKind } from "./entities.ts";
import { changesSince } from "./entity-changes.ts";
import { readDocuments } from "./entity-lists.ts";
import { headList, type Head } from "./head-list.ts";

/** Facts beside the documents that heads depend on, as texts: `all` for every head, `each` for single heads by id. */
export interface HeadDependencies {
  readonly all: string;
  readonly each: ReadonlyMap<string, string>;
}

interface Heads {
  readonly kind: StoredKind;
  /** Names of the fields whose values are counted. */
  readonly counted: readonly string[];
  /** Computes the heads of stored documents as of `now`, in ms. */
  readonly headsOf: (reader: Reader, documents: readonly unknown[], now: number) => Promise<Head[]>;
  readonly besides?: (reader: Reader, now: number) => Promise<HeadDependencies>;
}

/** Most documents per query: the embedded engine scans the whole table for each query. */
const most = 2000;

/** Ids whose facts have changed. */
const otherFacts = (before: HeadDependencies, { each }: HeadDependencies): string[] => [
  ...[...each].flatMap(([id, text]) => (before.each.get(id) === text ? [] : [id])),
  ...[...before.each.keys()].filter((id) => !each.has(id)),
];

export function entityHeads({ kind, counted, headsOf, besides }: Heads) {
  const inTurn = pLimit(1);
  let list = headList(counted);
  let position: number | undefined;
  let known: HeadDependencies = { all: "", each: new Map() };

  async function readAll(database: Database, now: number) {
    const all = headList(counted);
    const read = (after: string) =>
      database.query<DocumentRow & { id: string }>(
        `select id, document from ${kind} where id > $1 order by id limit ${most}`,
        [after],
      );
    for (let next: ReturnType<typeof read> | undefined = read(""); next;) {
      const rows: Awaited<typeof next> = await next;
      const last = rows.at(-1);
      // The engine runs the next query meanwhile.
      next = last && rows.length === most ? read(last.id) : undefined;
      next?.catch(() => undefined);
      // Other requests are answered between two batches.
      await immediate();
      const documents = rows.map(({ document }) => document);
      const heads = await headsOf(database, documents, now);
      all.update(new Map(heads.map((head) => [head.id, head])));
    }
    list = all;
  }

  async function readAgain(database: Database, ids: readonly string[], now: number) {
    for (let first = 0; first < ids.length; first += most) {
      const some = ids.slice(first, first + most);
      const heads = await headsOf(database, await readDocuments(database, kind, some), now);
      const found = new Map(heads.map((head) => [head.id, head]));
      list.update(new Map(some.map((id) => [id, found.get(id)])));
    }
  }

  /** Returns the heads as of now, after an update from what is stored; `now` in ms. */
  const current = (database: Database, now: number) =>
    inTurn(async () => {
      const { ids, position: next } = await changesSince(database, kind, position);
      const facts = (await besides?.(database, now)) ?? known;
      const isOther = !ids || facts.all !== known.all;
      if (isOther) await readAll(database, now);
      const changed = isOther
        ? []
        : [...new Set([...ids, ...otherFacts(known, facts), ...list.outdated(now)])];
      if (changed.length) await readAgain(database, changed, now);
      known = facts;
      position = next;
      return list;
    });
  return { current };
}
