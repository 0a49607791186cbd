// Keyboard navigation of a tree according to the WAI-ARIA tree pattern: which row to focus, and which rows to expand or collapse.
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

/** Returns the action for a key; undefined for keys that the tree does not handle. */
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
      // Type-ahead: moves to the next row whose name starts with the typed character.
      if (!/^\S$/u.test(key)) return undefined;
      const after = [...rows.slice(index + 1), ...rows.slice(0, index)];
      return toRow(
        after.find(({ branch: { node } }) => node.name.toLowerCase().startsWith(key.toLowerCase())),
      );
    }
  }
}
