// Keys of a tree as assistive technology expects them (WAI-ARIA tree pattern): the row to go to, and the rows to open or close.
import type { Branch, TreeRow } from "./branches.ts";

type TreeMove =
  | { readonly kind: "focus"; readonly id: string }
  | { readonly kind: "open" | "close"; readonly ids: readonly string[] }
  | { readonly kind: "follow" };

interface Place {
  readonly rows: readonly TreeRow[];
  readonly index: number;
  readonly isOpen: (branch: Branch) => boolean;
}

const toRow = (row: TreeRow | undefined): TreeMove | undefined => row && { kind: "focus", id: row.branch.id };

function right({ rows, index, isOpen }: Place): TreeMove | undefined {
  const row = rows[index];
  if (!row || row.branch.children.length === 0) return undefined;
  return isOpen(row.branch) ? toRow(rows[index + 1]) : { kind: "open", ids: [row.branch.id] };
}

function left({ rows, index, isOpen }: Place): TreeMove | undefined {
  const row = rows[index];
  if (!row) return undefined;
  if (row.branch.children.length > 0 && isOpen(row.branch)) return { kind: "close", ids: [row.branch.id] };
  return toRow(rows.find(({ branch }) => branch.id === row.parentID));
}

/** Opens every row beside this one. */
function openSiblings({ rows, index }: Place): TreeMove {
  const parentID = rows[index]?.parentID;
  const siblings = rows.filter((row) => row.parentID === parentID && row.branch.children.length > 0);
  return { kind: "open", ids: siblings.map(({ branch }) => branch.id) };
}

/** The next row after this one whose name begins with the letter. */
function byLetter({ rows, index }: Place, letter: string): TreeMove | undefined {
  const after = [...rows.slice(index + 1), ...rows.slice(0, index)];
  return toRow(after.find(({ branch }) => branch.node.name.toLowerCase().startsWith(letter)));
}

/** The move for a key; undefined where the tree leaves it to the page. */
export function treeMove(key: string, place: Place): TreeMove | undefined {
  const { rows, index } = place;
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
      return right(place);
    case "ArrowLeft":
      return left(place);
    case "Enter":
      return { kind: "follow" };
    case "*":
      return openSiblings(place);
    default:
      return /^\S$/u.test(key) ? byLetter(place, key.toLowerCase()) : undefined;
  }
}
