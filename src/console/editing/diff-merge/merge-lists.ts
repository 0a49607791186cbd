// Three-way merge of a list of named items (rules, variants): added, removed, changed and moved items.
import type { Conflict, Merged, Step } from "./merge-fields.ts";

export interface Named {
  key: string;
  name: string;
}

interface ListOptions<Item extends Named> {
  /** Noun for one item, such as "Rule". */
  noun: string;
  isSame: (left: Item, right: Item) => boolean;
  mergeItem: Step<Item>;
}

const keysOf = (items: readonly Named[]) => items.map(({ key }) => key);
const namesOf = (items: readonly Named[]) => items.map(({ name }) => name).join(", ");

/** Inserts an item after the nearest predecessor in `like` that is in the list, or at the front if there is none. */
export function insertInOrderOf<Item extends Named>(
  items: readonly Item[],
  item: Item,
  like: readonly Item[],
): Item[] {
  const before = like.slice(
    0,
    like.findIndex(({ key }) => key === item.key),
  );
  const place = before.reduceRight(
    (found, { key }) => (found >= 0 ? found : items.findIndex((other) => other.key === key)),
    -1,
  );
  return [...items.slice(0, place + 1), item, ...items.slice(place + 1)];
}

/** Sorts the items whose keys are in `order` into that order, among the positions they occupy; all others stay in place. */
function ordered<Item extends Named>(items: readonly Item[], order: readonly string[]): Item[] {
  const moving = order.flatMap((key) => items.find((item) => item.key === key) ?? []);
  return items.map((item) => (order.includes(item.key) ? (moving.shift() ?? item) : item));
}

function mergeLists<Item extends Named>(
  { noun, isSame, mergeItem }: ListOptions<Item>,
  [base, mine, theirs]: readonly [Item[], Item[], Item[]],
): Merged<Item[]> {
  const find = (items: readonly Item[], key: string) => items.find((item) => item.key === key);
  const taken: string[] = [];
  const conflicts: Conflict<Item[]>[] = [];

  let value = mine.flatMap((item): Item[] => {
    const [before, other] = [find(base, item.key), find(theirs, item.key)];
    const where = `${noun} ${item.name}`;
    if (before && other) {
      const merged = mergeItem([before, item, other]);
      taken.push(...merged.taken.map((what) => `${where}: ${what}`));
      conflicts.push(
        ...merged.conflicts.map((conflict) => ({
          ...conflict,
          key: `${noun} ${item.key}/${conflict.key}`,
          where: `${where}, ${conflict.where}`,
          takeTheirs: (items: Item[]) =>
            items.map((one) => (one.key === item.key ? conflict.takeTheirs(one) : one)),
        })),
      );
      return [merged.value];
    }
    if (!before || other) return [item];
    if (isSame(before, item)) {
      taken.push(`${where}: removed`);
      return [];
    }
    conflicts.push({
      key: `${noun} ${item.key}`,
      where,
      base: "There",
      mine: "Kept, with your changes",
      theirs: "Removed",
      takeTheirs: (items) => items.filter(({ key }) => key !== item.key),
    });
    return [item];
  });

  for (const item of theirs) {
    if (find(mine, item.key)) continue;
    const before = find(base, item.key);
    const where = `${noun} ${item.name}`;
    if (!before) {
      value = insertInOrderOf(value, item, theirs);
      taken.push(`${where}: added`);
    } else if (!isSame(before, item))
      conflicts.push({
        key: `${noun} ${item.key}`,
        where,
        base: "There",
        mine: "Removed",
        theirs: "Kept, with their changes",
        takeTheirs: (items) => insertInOrderOf(items, item, theirs),
      });
  }

  const everywhere = keysOf(base).filter((key) => find(mine, key) && find(theirs, key));
  const orderIn = (items: readonly Item[]) => keysOf(items).filter((key) => everywhere.includes(key));
  const [order, myOrder, theirOrder] = [everywhere.join(), orderIn(mine).join(), orderIn(theirs).join()];
  const where = `Order of the ${noun.toLowerCase()}s`;
  const takeTheirs = (items: Item[]) => ordered(items, orderIn(theirs));
  if (theirOrder !== order && myOrder === order) {
    value = takeTheirs(value);
    taken.push(where);
  } else if (theirOrder !== order && myOrder !== theirOrder)
    conflicts.push({
      key: "order",
      where,
      base: namesOf(base),
      mine: namesOf(mine),
      theirs: namesOf(theirs),
      takeTheirs,
    });
  return { value, taken, conflicts };
}

/** Merge step for a field that is a list of named items, which are merged one by one. */
export const listStep =
  <Key extends string, Item extends Named, Whole extends Record<Key, Item[]>>(
    key: Key,
    options: ListOptions<Item>,
  ): Step<Whole> =>
  ([base, mine, theirs]) => {
    const set = (whole: Whole, items: Item[]): Whole => ({ ...whole, [key]: items });
    const { value, taken, conflicts } = mergeLists<Item>(options, [base[key], mine[key], theirs[key]]);
    return {
      value: set(mine, value),
      taken,
      conflicts: conflicts.map((conflict) => ({
        ...conflict,
        takeTheirs: (whole) => set(whole, conflict.takeTheirs(whole[key])),
      })),
    };
  };
