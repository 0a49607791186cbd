// Turns a parse error of json5 into a plain message at the offending token.
import { parseJson5 } from "#contract/json5.ts";
import { error, type Finding } from "./checks.ts";
import { isTrivia, sliceOf, type Token, tokensFrom } from "./tokens.ts";

interface ParserError {
  message: string;
  line?: number;
  column?: number;
}

/** json5 counts only \n as a line break, and columns from 1. */
function offsetOf(text: string, line: number, column: number) {
  let start = 0;
  for (let before = 1; before < line; before += 1) start = text.indexOf("\n", start) + 1;
  return Math.min(start + column - 1, text.length);
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The token at an offset, the brackets open before it, and the preceding tokens except spaces and comments. */
function surroundings(text: string, offset: number) {
  const open: string[] = [];
  const before: Token[] = [];
  for (const token of tokensFrom(text)) {
    if (token.end > offset) return { open, before, token };
    if (isTrivia(token)) continue;
    const word = sliceOf(text, token);
    if (closing[word]) open.push(word);
    else if (word === "}" || word === "]") open.pop();
    before.push(token);
  }
  return { open, before, token: undefined };
}

const isClosed = (word: string) => /^(["']).*\1$/s.test(word) || /^\/\*.*\*\/$/s.test(word);

const notClosed = (token: Token) =>
  error(token, `This ${token.kind === "comment" ? "comment" : "text"} is not closed`);

const isEndOfValue = (text: string, token: Token) => !/^[{[,:]$/.test(sliceOf(text, token));

const shortened = (word: string) => (word.length > 20 ? `${word.slice(0, 20)}…` : word);

function errorAtEnd(text: string): Finding {
  const { before, token } = surroundings(text, text.length - 1);
  const isCut = token && (token.kind === "string" || sliceOf(text, token).startsWith("/*"));
  if (isCut && !isClosed(sliceOf(text, token))) return notClosed(token);
  const last = token && !isTrivia(token) ? token : before.at(-1);
  if (!last) return error({ start: 0, end: text.length }, "There is no value yet");
  const bracket = surroundings(text, text.length).open.at(-1);
  return error(last, bracket ? `The text ends before its '${closing[bracket]}'` : "The text ends too early");
}

const isValueWord = (token: Token) => token.kind === "word" || token.kind === "string";

const parses = (text: string) => parseJson5(text).ok;

/** Converts a parse error of json5 into a finding at the offending token. */
export function parseErrorOf(
  text: string,
  { message: parserMessage, line = 1, column = 1 }: ParserError,
): Finding {
  const offset = offsetOf(text, line, column);
  const { open, before, token } = surroundings(text, offset);
  if (!token || /end of input/.test(parserMessage)) return errorAtEnd(text);
  const [beforeLast, last] = [before.at(-2), before.at(-1)];
  const isName = open.at(-1) === "{" && (!beforeLast || sliceOf(text, beforeLast) !== ":");
  const isNameWithoutColon =
    isName && last && isValueWord(last) && beforeLast && /^[{,]$/.test(sliceOf(text, beforeLast));
  if (isNameWithoutColon && text[token.start] !== ":")
    return error(last, `Expected ':' and a value after '${shortened(sliceOf(text, last))}'`);
  // json5 stops after a word that it cannot read, as in `tru }`.
  const isBehind = last?.end === offset && !isName && isValueWord(last) && !parses(sliceOf(text, last));
  const wrong = isBehind ? last : token;
  const word = sliceOf(text, wrong);
  if (wrong.kind === "string")
    return isClosed(word)
      ? error({ start: offset, end: offset + 1 }, "This escape is not part of JSON5")
      : notClosed(wrong);
  const isAfterValue = !isBehind && open.length > 0 && last && !isName && isEndOfValue(text, last);
  const message =
    isAfterValue && token.start === offset && !/^[\]}:,]$/.test(word)
      ? `Expected ',' before '${shortened(word)}'`
      : `'${shortened(word)}' is not expected here`;
  return error(wrong, message);
}
