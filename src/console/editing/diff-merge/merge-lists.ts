// Two people changed one list of named things (rules, variants): who added, removed, changed and moved what.

export interface Named {
  key: string;
  name: string;
}

/** Something that both changed, differently; `takeTheirs` puts theirs in place of mine. */
export interface Conflict<Whole> {
  /** Stays the same while it is asked about. */
  key: string;
  where: string;
  base: string;
  mine: string;
  theirs: string;
  takeTheirs: (whole: Whole) => Whole;
}

export interface Merged<Whole> {
  value: Whole;
  /** Their changes that came in, in words. */
  taken: string[];
  conflicts: Conflict<Whole>[];
}

interface ListsToMerge<Item extends Named> {
  /** Of one item, such as "Rule". */
  noun: string;
  base: readonly Item[];
  mine: readonly Item[];
  theirs: readonly Item[];
  isSame: (left: Item, right: Item) => boolean;
  mergeItem: (base: Item, mine: Item, theirs: Item) => Merged<Item>;
}

const keysOf = (items: readonly Named[]) => items.map(({ key }) => key);
const namesOf = (items: readonly Named[]) => items.map(({ name }) => name).join(", ");

/** Puts an item after the one it follows in `like`, at the front when it follows none that is there. */
export function insertLike<Item extends Named>(
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

/** The items that `order` names in its order, at the places that they have among the others. */
function ordered<Item extends Named>(items: readonly Item[], order: readonly string[]): Item[] {
  const moving = order.flatMap((key) => items.find((item) => item.key === key) ?? []);
  return items.map((item) => (order.includes(item.key) ? (moving.shift() ?? item) : item));
}

export function mergeLists<Item extends Named>(lists: ListsToMerge<Item>): Merged<Item[]> {
  const { noun, base, mine, theirs, isSame, mergeItem } = lists;
  const find = (items: readonly Item[], key: string) => items.find((item) => item.key === key);
  const taken: string[] = [];
  const conflicts: Conflict<Item[]>[] = [];

  let value = mine.flatMap((item): Item[] => {
    const [before, other] = [find(base, item.key), find(theirs, item.key)];
    if (before && other) {
      const merged = mergeItem(before, item, other);
      taken.push(...merged.taken.map((what) => `${noun} ${item.name}: ${what}`));
      conflicts.push(
        ...merged.conflicts.map((conflict) => ({
          ...conflict,
          key: `${item.key}/${conflict.key}`,
          where: `${noun} ${item.name}, ${conflict.where}`,
          takeTheirs: (items: Item[]) =>
            items.map((one) => (one.key === item.key ? conflict.takeTheirs(one) : one)),
        })),
      );
      return [merged.value];
    }
    if (!before || other) return [item];
    if (isSame(before, item)) {
      taken.push(`${noun} ${item.name}: removed`);
      return [];
    }
    conflicts.push({
      key: item.key,
      where: `${noun} ${item.name}`,
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
    if (!before) {
      value = insertLike(value, item, theirs);
      taken.push(`${noun} ${item.name}: added`);
    } else if (!isSame(before, item))
      conflicts.push({
        key: item.key,
        where: `${noun} ${item.name}`,
        base: "There",
        mine: "Removed",
        theirs: "Kept, with their changes",
        takeTheirs: (items) => insertLike(items, item, theirs),
      });
  }

  const everywhere = keysOf(base).filter((key) => find(mine, key) && find(theirs, key));
  const orderIn = (items: readonly Item[]) => keysOf(items).filter((key) => everywhere.includes(key));
  const [myOrder, theirOrder] = [orderIn(mine), orderIn(theirs)];
  const iMoved = myOrder.join() !== everywhere.join();
  const theyMoved = theirOrder.join() !== everywhere.join();
  if (theyMoved && !iMoved) {
    value = ordered(value, theirOrder);
    taken.push(`Order of the ${noun.toLowerCase()}s`);
  } else if (theyMoved && myOrder.join() !== theirOrder.join())
    conflicts.push({
      key: "order",
      where: `Order of the ${noun.toLowerCase()}s`,
      base: namesOf(base),
      mine: namesOf(mine),
      theirs: namesOf(theirs),
      takeTheirs: (items) => ordered(items, theirOrder),
    });
  return { value, taken, conflicts };
}
