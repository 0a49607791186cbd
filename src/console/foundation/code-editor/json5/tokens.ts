// Tokenizes a JSON5 text, even a broken one: every character belongs to exactly one token. No grammar here.

type TokenKind = "space" | "comment" | "string" | "punctuation" | "word";

/** Offsets in UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

export interface Token extends Span {
  kind: TokenKind;
}

const pattern =
  /\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$)|"(?:\\(?:\r\n|[^])|[^"\\\n\r])*"?|'(?:\\(?:\r\n|[^])|[^'\\\n\r])*'?|[{}[\]:,]|[^\s{}[\]:,"'/]+|\//y;

function kindOf(text: string, start: number): TokenKind {
  const first = text.charAt(start);
  if (first === '"' || first === "'") return "string";
  if ("{}[]:,".includes(first)) return "punctuation";
  if (first === "/") return /[/*]/.test(text.charAt(start + 1)) ? "comment" : "word";
  return /\s/.test(first) ? "space" : "word";
}

/** Returns the token that starts at an offset; undefined at the end of the text. */
export function tokenAt(text: string, start: number): Token | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? { kind: kindOf(text, start), start, end: pattern.lastIndex } : undefined;
}

/** Iterates over all tokens from an offset on, which must be the start of a token. */
export function* tokensFrom(text: string, start = 0): Generator<Token> {
  let token = tokenAt(text, start);
  while (token) {
    yield token;
    token = tokenAt(text, token.end);
  }
}

/** Compares by position, for sorting. */
export const inTextOrder = (left: Span, right: Span) => left.start - right.start || left.end - right.end;

export const sliceOf = (text: string, { start, end }: Span) => text.slice(start, end);

export const isTrivia = ({ kind }: Token) => kind === "space" || kind === "comment";

export const isLineComment = (text: string, token: Token) =>
  token.kind === "comment" && text[token.start + 1] === "/";

export const hasLineBreak = (text: string) => /[\n\r\u2028\u2029]/.test(text);

export const spaceBefore = (lead: string) => /^\s*/.exec(lead)?.[0] ?? "";

/** Returns the part of a line before an offset. */
export const lineBefore = (text: string, offset: number) =>
  text
    .slice(0, offset)
    .split(/[\n\r\u2028\u2029]/)
    .at(-1) ?? "";

/** Returns the indentation of the line that contains an offset. */
export const indentAt = (text: string, offset: number) => spaceBefore(lineBefore(text, offset));

/** Returns the first token from an offset on that is neither space nor comment. */
export function significantFrom(text: string, start: number): Token | undefined {
  let token = tokenAt(text, start);
  while (token && isTrivia(token)) token = tokenAt(text, token.end);
  return token;
}

/** Returns a function that converts an offset to line and column, both starting at 1; lines are counted as in the editor. */
export function lineCounter(text: string) {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ 0: end, index }) => index + end.length)];
  return (offset: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
