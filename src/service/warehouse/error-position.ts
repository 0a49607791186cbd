// Locates an error in a statement for engines that report line and column.
import type { Statement } from "./statement.ts";

/** Line and column start at 1. Returns undefined for a statement with values, since its text was sent with other placeholders. */
export function characterAt(
  { text, values }: Pick<Statement, "text" | "values">,
  line: number,
  column: number,
): number | undefined {
  const before = text.split("\n").slice(0, line - 1);
  const character = before.reduce((sum, each) => sum + each.length + 1, 0) + column;
  return values.length || character < 1 || character > text.length + 1 ? undefined : character;
}
