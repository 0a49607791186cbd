import { useEffect, useMemo, useState } from "react";

/** Number of rows per batch; one batch takes about 10 ms. */
const portion = 24;

/** Computes items for many rows in batches: the first one at once, the others later, so that the page stays responsive. */
export function useInPortions<Row, Item>(rows: readonly Row[], make: (row: Row) => Item): readonly Item[] {
  const first = useMemo(() => rows.slice(0, portion).map(make), [rows, make]);
  const [later, setLater] = useState<{ first: readonly Item[]; items: readonly Item[] }>({
    first,
    items: [],
  });
  // Ignore items computed for previous rows.
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
