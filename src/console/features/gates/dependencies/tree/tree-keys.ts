// Keys of a tree as assistive technology expects them (WAI-ARIA tree pattern): the row to go to, and the rows to open or close.
import type { Branch, TreeRow } from "./branches.ts";

type TreeMove =
  | { readonly kind: "focus"; readonly index: number }
  | { readonly kind: "open" | "close"; readonly ids: readonly string[] }
  | { readonly kind: "follow" };

interface Place {
  readonly rows: readonly TreeRow[];
  readonly index: number;
  readonly isOpen: (branch: Branch) => boolean;
}

/** The move for a key; undefined where the tree leaves it to the page. */
export function treeMove(key: string, { rows, index, isOpen }: Place): TreeMove | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const { branch, parentID } = row;
  const hasMore = branch.children.length > 0;
  const toRow = (next: TreeRow | undefined): TreeMove | undefined =>
    next && { kind: "focus", index: rows.indexOf(next) };
  switch (key) {
    case "ArrowDown":
      return toRow(rows[index + 1]);
    case "ArrowUp":
      return toRow(rows[index - 1]);
    case "Home":
      return toRow(rows[0]);
    case "End":
      return toRow(rows.at(-1));
    case "ArrowRight":
      if (isOpen(branch)) return toRow(rows[index + 1]);
      return hasMore ? { kind: "open", ids: [branch.id] } : undefined;
    case "ArrowLeft":
      if (isOpen(branch)) return { kind: "close", ids: [branch.id] };
      return toRow(rows.find((other) => other.branch.id === parentID));
    case "Enter":
      return { kind: "follow" };
    case "*": {
      const siblings = rows.filter((other) => other.parentID === parentID);
      return { kind: "open", ids: siblings.map((other) => other.branch.id) };
    }
    default: {
      // The next row whose name begins with the letter.
      if (!/^\S$/u.test(key)) return undefined;
      const after = [...rows.slice(index + 1), ...rows.slice(0, index)];
      return toRow(
        after.find(({ branch: { node } }) => node.name.toLowerCase().startsWith(key.toLowerCase())),
      );
    }
  }
}
