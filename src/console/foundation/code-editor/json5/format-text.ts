// Reformats a text: line breaks, indentation, spaces and trailing commas. All other tokens and all comments stay as written.
import { commentTokens, type Layout, layoutOf } from "./layout.ts";
import { parseTree } from "./read-text.ts";
import { type Style, styleOf } from "./style.ts";
import { hasLineBreak, lineBefore, sliceOf, spaceBefore } from "./tokens.ts";
import type { MemberNode, ValueNode } from "./tree.ts";

/** Maximum width of a list or object on one line, including its indentation. */
const widest = 80;

/** A comment, with the space before and after it. */
interface Comment {
  text: string;
  before: string;
  after: string;
}

function commentsOf(trivia: string): Comment[] {
  const tokens = commentTokens(trivia);
  return tokens.map((token, index) => ({
    text: sliceOf(trivia, token),
    before: trivia.slice(tokens[index - 1]?.end ?? 0, token.start),
    after: trivia.slice(token.end, tokens[index + 1]?.start),
  }));
}

const endsLine = (comment: string) => comment.startsWith("//") || hasLineBreak(comment);

const hasBlankLine = (space: string) => (space.match(/\r\n|[\n\r\u2028\u2029]/g) ?? []).length > 1;

/** A line break, preceded by a blank line if there was one. */
const lineBreak = (space: string, { newline }: Style, indent: string) =>
  `${hasBlankLine(space) ? newline : ""}${newline}${indent}`;

/** Comments, each followed by a line break if there was one, else by a space. */
const commentsBefore = (trivia: string, style: Style, indent: string) =>
  commentsOf(trivia)
    .map(({ text, after }) =>
      text.startsWith("//") || hasLineBreak(after) ? text + lineBreak(after, style, indent) : `${text} `,
    )
    .join("");

/** Comments after a value: on its line as long as they fit there, then each on a line of its own. */
function commentsBehind(trivia: string, { newline }: Style, indent: string): string {
  let isLineOver = false;
  return commentsOf(trivia)
    .map(({ text }) => {
      isLineOver ||= hasLineBreak(text);
      const separator = isLineOver ? newline + indent : " ";
      isLineOver ||= endsLine(text);
      return separator + text;
    })
    .join("");
}

/** Comments on lines of their own at the end of a list, an object or the text. */
const commentLines = (trivia: string, style: Style, indent: string) =>
  commentsOf(trivia)
    .map(({ text, before }) => lineBreak(before, style, indent) + text)
    .join("");

/** A member's name up to its value; comments around its colon stay unchanged. */
function nameAndColon(text: string, { nameSpan, value }: MemberNode): string {
  const between = text.slice(nameSpan.end, value.start);
  return sliceOf(text, nameSpan) + (commentTokens(between).length ? between : ": ");
}

const lengthOfLastLine = (text: string) => lineBefore(text, text.length).length;

/** Whether a list or object must take several lines, because it did so before or one of its parts does. */
const mustSpread = ({ head, parts, end }: Layout, bodies: readonly string[]) =>
  hasLineBreak(head + (parts[0]?.lead ?? end)) ||
  (head !== "" && parts.length > 0) ||
  bodies.some(hasLineBreak) ||
  [head, ...parts.flatMap(({ lead, gap, trail }) => [lead, gap, trail]), end].some((trivia) =>
    commentsOf(trivia).some(({ text }) => endsLine(text)),
  );

const inLine = (trivia: string) => commentsOf(trivia).map(({ text }) => text);

function onOneLine({ open, head, parts, end, close }: Layout, bodies: readonly string[]): string {
  const items = parts.map(({ lead, gap, trail }, index) => {
    const comma = index < parts.length - 1 ? "," : "";
    const before = [...inLine(lead), bodies[index], ...inLine(gap)].join(" ");
    return [before + comma, ...inLine(trail)].join(" ");
  });
  const inside = [...inLine(head), ...items, ...inLine(end)].join(" ");
  if (inside === "") return open + close;
  return open === "{" || parts.length === 0 ? `${open} ${inside} ${close}` : `${open}${inside}${close}`;
}

function onLines(layout: Layout, bodies: readonly string[], style: Style, indent: string): string {
  const { open, head, parts, end, close } = layout;
  const inner = indent + style.unit;
  const lines = parts.map(({ lead, gap, trail }, index) => {
    const comma = index < parts.length - 1 || style.trailingComma ? "," : "";
    const start = lineBreak(index === 0 ? "" : spaceBefore(lead), style, inner);
    return (
      start +
      commentsBefore(lead, style, inner) +
      (bodies[index] ?? "") +
      comma +
      commentsBehind(gap + trail, style, inner)
    );
  });
  return [
    open,
    commentsBehind(head, style, inner),
    ...lines,
    commentLines(end, style, inner),
    style.newline + indent + close,
  ].join("");
}

/** `column` is where the node starts in its line. */
function formatted(text: string, style: Style, node: ValueNode, indent: string, column: number): string {
  if (node.kind === "scalar") return sliceOf(text, node);
  const inner = indent + style.unit;
  const layout = layoutOf(text, node);
  const bodies =
    node.kind === "list"
      ? node.items.map((item) => formatted(text, style, item, inner, inner.length))
      : node.members.map((member) => {
          const name = nameAndColon(text, member);
          const start = hasLineBreak(name) ? lengthOfLastLine(name) : inner.length + name.length;
          return name + formatted(text, style, member.value, inner, start);
        });
  const oneLine = mustSpread(layout, bodies) ? undefined : onOneLine(layout, bodies);
  return oneLine !== undefined && column + oneLine.length < widest
    ? oneLine
    : onLines(layout, bodies, style, indent);
}

/** Reformats a text; one that does not parse is returned unchanged. */
export function formatText(text: string): string {
  const { tree } = parseTree(text);
  if (!tree) return text;
  const style = styleOf(text, tree);
  const behind = text.slice(tree.end);
  const lastSpace = behind.slice(commentTokens(behind).at(-1)?.end ?? 0);
  return [
    commentsBefore(text.slice(0, tree.start), style, ""),
    formatted(text, style, tree, "", 0),
    ...commentsOf(behind).map(
      ({ text, before }) => (hasLineBreak(before) ? lineBreak(before, style, "") : " ") + text,
    ),
    hasLineBreak(lastSpace) ? style.newline : "",
  ].join("");
}

/** Like `formatText`, for an explicit command of the user: an object on one line also gets one line per member. */
export function formatSpread(text: string): string {
  const { tree } = parseTree(text);
  if (tree?.kind !== "object" || tree.members.length < 2 || hasLineBreak(sliceOf(text, tree)))
    return formatText(text);
  const inside = tree.start + 1;
  // The space after the bracket is not indentation.
  return formatText(`${text.slice(0, inside)}\n${text.slice(inside).trimStart()}`);
}
