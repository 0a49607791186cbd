// Splits a list or an object into parts that can be removed, inserted and reordered, each with the comments that belong to it.
import {
  hasLineBreak,
  lineBefore,
  spaceBefore,
  isLineComment,
  sliceOf,
  type Span,
  type Token,
  tokensFrom,
} from "./tokens.ts";
import type { ListNode, ObjectNode } from "./tree.ts";

/** An item or a member. */
export interface LayoutPart {
  /** Space and comments before it, on its own line and the lines above. */
  lead: string;
  body: string;
  /** Text between it and its comma, or the end of its line if it has no comma. */
  gap: string;
  hasComma: boolean;
  /** Text after its comma, up to the end of the line. */
  trail: string;
}

/** The texts of a list or object; concatenated, they are its source text. */
export interface Layout {
  open: string;
  /** Text after the opening bracket, up to the end of the line. */
  head: string;
  parts: LayoutPart[];
  /** Text before the closing bracket. */
  end: string;
  close: string;
}

export const commentTokens = (text: string) =>
  text.includes("/") ? [...tokensFrom(text)].filter(({ kind }) => kind === "comment") : [];

const endsLine = (text: string, token: Token) =>
  isLineComment(text, token) || hasLineBreak(sliceOf(text, token));

/** Splits the text between two parts after the comments on the first part's line. */
function splitLine(between: string, isLast: boolean): [string, string] {
  let end = 0;
  for (const token of tokensFrom(between)) {
    if (token.kind === "comment" && (isLineComment(between, token) || !endsLine(between, token)))
      end = token.end;
    if (endsLine(between, token)) return [between.slice(0, end), between.slice(end)];
  }
  return isLast ? [between.slice(0, end), between.slice(end)] : ["", between];
}

function splitAtComma(between: string): [string, string | undefined] {
  for (const token of tokensFrom(between))
    if (token.kind === "punctuation") return [between.slice(0, token.start), between.slice(token.end)];
  return [between, undefined];
}

export function layoutOf(text: string, node: ListNode | ObjectNode): Layout {
  const spans: readonly Span[] = node.kind === "list" ? node.items : node.members;
  const lastOffset = node.end - 1;
  const first = text.slice(node.start + 1, spans[0]?.start ?? lastOffset);
  let [head, lead] = splitLine(first, spans.length === 0);
  const parts = spans.map(({ start, end }, index): LayoutPart => {
    const next = spans[index + 1];
    const [before, behind] = splitAtComma(text.slice(end, next?.start ?? lastOffset));
    const [line, rest] = splitLine(behind ?? before, !next);
    const part = { lead, body: text.slice(start, end) };
    lead = rest;
    return behind === undefined
      ? { ...part, gap: line, hasComma: false, trail: "" }
      : { ...part, gap: before, hasComma: true, trail: line };
  });
  return { open: text.charAt(node.start), head, parts, end: lead, close: text.charAt(lastOffset) };
}

/** The indentation of a part that starts a line, or whose leading comments do. */
export function indentOfPart({ lead }: LayoutPart): string | undefined {
  const space = spaceBefore(lead);
  return hasLineBreak(space) ? lineBefore(space, space.length) : undefined;
}
