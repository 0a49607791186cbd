import { useEffect, useMemo, useState } from "react";

/** Takes some 10 ms. */
const portion = 24;

/** Items made from many rows: the first at once, the others a few at a time, so that the page answers in between. */
export function useInPortions<Row, Item>(rows: readonly Row[], make: (row: Row) => Item): readonly Item[] {
  const first = useMemo(() => rows.slice(0, portion).map(make), [rows, make]);
  const [later, setLater] = useState<{ first: readonly Item[]; items: readonly Item[] }>({
    first,
    items: [],
  });
  // Those of other rows are of no use.
  const items = later.first === first ? [...first, ...later.items] : first;
  const made = items.length;
  useEffect(() => {
    if (made >= rows.length) return undefined;
    const timer = setTimeout(() => {
      const next = rows.slice(made, made + portion).map(make);
      setLater((before) => ({ first, items: before.first === first ? [...before.items, ...next] : next }));
    });
    return () => clearTimeout(timer);
  }, [rows, make, first, made]);
  return items;
}
