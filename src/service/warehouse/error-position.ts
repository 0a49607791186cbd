// Where in a statement an error stands, of engines that say it by line and column.
import type { Statement } from "./statement.ts";

/** Both from 1; of a statement with values nothing, since its text was sent with other placeholders. */
export function characterAt(
  { text, values }: Pick<Statement, "text" | "values">,
  line: number,
  column: number,
): number | undefined {
  const before = text.split("\n").slice(0, line - 1);
  const character = before.reduce((sum, each) => sum + each.length + 1, 0) + column;
  return values.length || character < 1 || character > text.length + 1 ? undefined : character;
}
