// Rewrites a list or an object from parts that are kept, removed, moved or new. Every comment is kept.
// Choice: comments of a value that a form edit removes stay in place, before the text that follows.
import { commentTokens, layoutOf, type LayoutPart } from "./layout.ts";
import { indentOfParts, type Writing } from "./style.ts";
import {
  hasLineBreak,
  indentAt,
  isLineComment,
  lineBefore,
  sliceOf,
  spaceBefore,
  tokensFrom,
} from "./tokens.ts";
import type { ListNode, ObjectNode } from "./tree.ts";

/** A part of the new text; `from` is its index in the old text, if it was there. */
export interface Wanted {
  from?: number | undefined;
  body: string;
}

function endsInLineComment(text: string): boolean {
  const last = text.includes("//") ? [...tokensFrom(text)].at(-1) : undefined;
  return last !== undefined && isLineComment(text, last);
}

/** Joins pieces so that a line comment is always followed by a line break. */
export function joined(pieces: readonly string[], newline: string): string {
  const present = pieces.filter((piece) => piece !== "");
  return present
    .map((piece, index) => {
      const before = present[index - 1] ?? "";
      return endsInLineComment(before) && !/^[\n\r\u2028\u2029]/.test(piece) ? newline + piece : piece;
    })
    .join("");
}

const untilLastComment = (trivia: string) => trivia.slice(0, commentTokens(trivia).at(-1)?.end ?? 0);

/** The comments of a removed part, unchanged. */
function commentsOf({ lead, body, gap, trail }: LayoutPart, separator: string, newline: string): string {
  const others = [body, gap, trail].flatMap((text) =>
    commentTokens(text).map((token) => sliceOf(text, token)),
  );
  return joined([untilLastComment(lead), ...others.flatMap((comment) => [separator, comment])], newline);
}

const withoutBlankLines = (space: string, newline: string) =>
  hasLineBreak(space) ? newline + lineBefore(space, space.length) : space;

/** Returns the text of a list or an object with the wanted parts in their order. */
export function arranged(writing: Writing, node: ListNode | ObjectNode, wanted: readonly Wanted[]): string {
  const { newline, trailingComma } = writing.style;
  const layout = layoutOf(writing.text, node);
  const { open, parts, close } = layout;
  const isEmpty = parts.length === 0;
  const inner = indentOfParts(writing, node);
  const [first, second] = parts;
  const separator = inner === undefined ? " " : newline + inner;
  const spaceOfFirst = first ? spaceBefore(first.lead) : separator;
  const spaceOfOthers = second ? withoutBlankLines(spaceBefore(second.lead), newline) : separator;

  const stays = new Set(wanted.map(({ from }) => from));
  let left = "";
  const leads = parts.map((part, index) => {
    if (stays.has(index)) {
      const lead = joined([left, part.lead], newline);
      left = "";
      return lead;
    }
    left = joined([left, commentsOf(part, separator, newline)], newline);
    return "";
  });

  const leadOf = ({ from }: Wanted, index: number) => {
    const space = index === 0 ? spaceOfFirst : spaceOfOthers;
    const lead = from === undefined ? undefined : leads[from];
    if (lead === undefined) return space;
    return (from === 0) === (index === 0) ? lead : space + lead.slice(spaceBefore(lead).length);
  };
  const last = parts.at(-1);
  const endsWithComma = last ? last.hasComma : trailingComma;
  const pieces = wanted.flatMap((part, index) => {
    const { gap, hasComma, trail } = parts[part.from ?? -1] ?? { gap: "", hasComma: false, trail: "" };
    const comma = index < wanted.length - 1 || endsWithComma ? "," : "";
    const behind = hasComma ? [gap, comma, trail] : [comma, gap];
    return [leadOf(part, index), part.body, ...behind];
  });
  const end = isEmpty && wanted.length ? newline + indentAt(writing.text, node.start) : layout.end;
  const head = isEmpty && wanted.length ? layout.head + untilLastComment(layout.end) : layout.head;
  const all = joined([open, head, ...pieces, left, end, close], newline);
  return wanted.length === 0 && commentTokens(all).length === 0 ? open + close : all;
}
