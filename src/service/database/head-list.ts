// The heads of all entities of a kind, in memory, so that lists filter, count and sort without the documents. Pure.
import { LRUCache } from "lru-cache";
import type { ListCounts } from "#contract/list-counts.ts";

/** The fields by which lists filter and sort an entity. */
export interface Head {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
  /** By field, all values that filters compare with. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** By field; null where the entity has no value, which sorts last in either direction. */
  readonly sorts: Readonly<Record<string, string | number | null>>;
  /** Time in ms from which the head is outdated, even without a change of the entity. */
  readonly until?: number | undefined;
}

export interface HeadFilter {
  /** Part of the name or the id, or for `search` also of the description. Case does not matter. */
  readonly named?: string | undefined;
  readonly search?: string | undefined;
  /** Archived entities are found only with this, or with a filter by status. */
  readonly includeArchived?: boolean | undefined;
  /** By field, values of which an entity must have at least one. */
  readonly some?: Readonly<Record<string, readonly string[] | undefined>>;
  /** By field, values of which an entity must have every one. */
  readonly every?: Readonly<Record<string, readonly string[] | undefined>>;
  /** The field to sort by; the name when absent. */
  readonly sort?: string | undefined;
  readonly order?: "ascending" | "descending" | undefined;
}

export interface FoundHeads {
  readonly ids: readonly string[];
  /** By field and value, how many entities would be found if this value were chosen instead of the field's chosen values. */
  readonly counts: ListCounts["values"];
}

export interface Totals {
  inUse: number;
  archived: number;
}

interface Listed {
  readonly head: Head;
  readonly named: string;
  readonly described: string;
  readonly name: string;
}

// Choice: names are sorted regardless of case and accents, with numbers by their value.
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, "");
      return `${String.fromCharCode(48 + Math.min(number.length, 60))}${number}`;
    });

const sortable = (value: string | number | null | undefined) =>
  typeof value === "string" ? plain(value) : (value ?? null);

const listed = (head: Head): Listed => ({
  head,
  named: `${head.name}\n${head.id}`.toLowerCase(),
  described: head.description.toLowerCase(),
  name: plain(head.name),
});

type Compare = (left: Entry, right: Entry) => number;
interface Entry {
  readonly listed: Listed;
  readonly value: string | number | null;
}

const compareValues = (left: string | number, right: string | number) =>
  left < right ? -1 : left > right ? 1 : 0;

const comparing =
  (direction: 1 | -1): Compare =>
  (left, right) => {
    if (left.value === null || right.value === null) {
      const nulls = Number(left.value === null) - Number(right.value === null);
      if (nulls !== 0) return nulls;
    } else {
      const byValue = compareValues(left.value, right.value);
      if (byValue !== 0) return direction * byValue;
    }
    return (
      compareValues(left.listed.name, right.listed.name) ||
      compareValues(left.listed.head.id, right.listed.head.id)
    );
  };

/** A sorted list of all heads, updated in place when single heads change. */
function ordering(field: string, direction: 1 | -1, all: Iterable<Listed>) {
  const compare = comparing(direction);
  const entryOf = (one: Listed): Entry => ({
    listed: one,
    value: field === "name" ? one.name : sortable(one.head.sorts[field]),
  });
  const entries = Array.from(all, entryOf).sort(compare);
  const placeOf = (entry: Entry) => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = entries[middle];
      if (there && compare(there, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    entries,
    remove: (one: Listed) => void entries.splice(placeOf(entryOf(one)), 1),
    add: (one: Listed) => {
      const entry = entryOf(one);
      entries.splice(placeOf(entry), 0, entry);
    },
  };
}

/** With more changes at once than this, sorting again is faster than updating the sorted lists. */
const mostSingle = 1000;
/** Most ids in cached answers. */
const mostRemembered = 500_000;

/** `fields` names the fields whose values are counted. */
export function headList(fields: readonly string[]) {
  const heads = new Map<string, Listed>();
  const orders = new Map<string, ReturnType<typeof ordering>>();
  const answers = new LRUCache<string, FoundHeads>({
    maxSize: mostRemembered,
    sizeCalculation: ({ ids }) => ids.length + 100,
  });
  const known = new Map(fields.map((field) => [field, new Map<string, Totals>()]));
  const totals = { inUse: 0, archived: 0 };
  /** The earliest time at which a head becomes outdated. */
  let nextUntil = Number.POSITIVE_INFINITY;

  const count = ({ head }: Listed, by: 1 | -1) => {
    const part = head.isArchived ? "archived" : "inUse";
    totals[part] += by;
    for (const [field, values] of known)
      for (const value of head.values[field] ?? []) {
        const all = values.get(value) ?? { inUse: 0, archived: 0 };
        all[part] += by;
        values.set(value, all);
      }
  };

  /** By field, a number for every value that occurs. */
  const countsBy = (read: (field: string, value: string, all: Totals) => number) =>
    [...known].map(([field, values]) => ({
      field,
      values: [...values]
        .filter(([, { inUse, archived }]) => inUse + archived > 0)
        .map(([value, all]) => ({ value, count: read(field, value, all) }))
        .sort((left, right) => compareValues(left.value, right.value)),
    }));

  function orderOf(field: string, order: HeadFilter["order"]) {
    const key = `${field} ${order}`;
    const found = orders.get(key) ?? ordering(field, order === "descending" ? -1 : 1, heads.values());
    orders.set(key, found);
    return found.entries;
  }

  function find(filter: HeadFilter): FoundHeads {
    const named = filter.named?.trim().toLowerCase() ?? "";
    const search = filter.search?.trim().toLowerCase() ?? "";
    const all = [
      ...Object.entries(filter.some ?? {}).map(([field, values]) => ({ field, values, isEvery: false })),
      ...Object.entries(filter.every ?? {}).map(([field, values]) => ({ field, values, isEvery: true })),
    ];
    const chosen = all.flatMap(({ values, ...one }) => (values?.length ? [{ ...one, values }] : []));
    const asksStatus = chosen.some(({ field }) => field === "status");
    const hidesArchived = !filter.includeArchived && !asksStatus;
    const entries = orderOf(filter.sort ?? "name", filter.order);
    if (!named && !search && chosen.length === 0)
      return {
        ids: entries.flatMap(({ listed: { head } }) => (hidesArchived && head.isArchived ? [] : [head.id])),
        counts: countsBy(
          (field, _, all) => all.inUse + (hidesArchived && field !== "status" ? 0 : all.archived),
        ),
      };
    const counted = fields.map((field) => ({
      field,
      // A filter that requires every value is no `own` filter: its chosen values also narrow what a further value finds.
      own: chosen.findIndex((one) => one.field === field && !one.isEvery),
      counts: new Map<string, number>(),
    }));
    const ids: string[] = [];
    for (const { listed: one } of entries) {
      const { head } = one;
      if (named && !one.named.includes(named)) continue;
      if (search && !one.named.includes(search) && !one.described.includes(search)) continue;
      let failed = -1;
      let failures = 0;
      for (const [index, { field, values, isEvery }] of chosen.entries()) {
        const own = head.values[field] ?? [];
        const fits = isEvery
          ? values.every((value) => own.includes(value))
          : values.some((value) => own.includes(value));
        if (fits) continue;
        failed = index;
        failures += 1;
      }
      if (failures > 1) continue;
      const isHidden = hidesArchived && head.isArchived;
      if (failures === 0 && !isHidden) ids.push(head.id);
      for (const { field, own, counts } of counted) {
        if (failures === 1 && own !== failed) continue;
        if (isHidden && field !== "status") continue;
        for (const value of head.values[field] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    const countsOf = new Map(counted.map(({ field, counts }) => [field, counts]));
    return { ids, counts: countsBy((field, value) => countsOf.get(field)?.get(value) ?? 0) };
  }

  return {
    /** Replaces heads by id; undefined removes one. */
    update: (changed: ReadonlyMap<string, Head | undefined>) => {
      answers.clear();
      if (changed.size > mostSingle) orders.clear();
      for (const [id, head] of changed) {
        const before = heads.get(id);
        if (before) {
          count(before, -1);
          heads.delete(id);
          for (const order of orders.values()) order.remove(before);
        }
        if (!head) continue;
        const after = listed(head);
        count(after, 1);
        heads.set(id, after);
        nextUntil = Math.min(nextUntil, head.until ?? nextUntil);
        for (const order of orders.values()) order.add(after);
      }
    },
    find: (filter: HeadFilter): FoundHeads => {
      const key = JSON.stringify(filter);
      const found = answers.get(key) ?? find(filter);
      answers.set(key, found);
      return found;
    },
    nameOf: (id: string) => heads.get(id)?.head.name,
    /** Ids of the heads that have become outdated by `now` (ms). Each is returned only once, since the caller updates it. */
    outdated: (now: number): string[] => {
      if (now < nextUntil) return [];
      nextUntil = Number.POSITIVE_INFINITY;
      return [...heads.values()].flatMap(({ head: { id, until } }) => {
        if (until === undefined) return [];
        if (until <= now) return [id];
        nextUntil = Math.min(nextUntil, until);
        return [];
      });
    },
    totals: (): Totals => ({ ...totals }),
  };
}
