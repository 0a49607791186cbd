// Validates the SQL text of a source: one SELECT that cannot break out of `select * from (<text>) s`, whatever the engine's syntax of
// strings and comments.
// Text that engines would parse differently is rejected, so every engine reads what was validated here. Pure; shared by form and service.
import type { WarehouseProvider } from "./warehouse-providers.ts";

interface Token {
  readonly kind: "word" | "name" | "string" | "number" | "symbol" | "problem";
  /** Lower case for words, without quotes for quoted names and strings, and the error message for problems. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** Engines that quote names in backticks. */
const withBackticks: ReadonlySet<string> = new Set(["bigquery", "databricks"]);
const hashComments: ReadonlySet<string> = new Set(["bigquery"]);
const slashComments: ReadonlySet<string> = new Set(["snowflake"]);
/** Engines with operators that contain a question mark; elsewhere it is a parameter. */
const withQuestionMarks: ReadonlySet<string> = new Set(["postgres", "redshift"]);

const writing = new Set(
  `insert update delete merge truncate drop alter create grant revoke call execute copy unload into returning
   attach install pragma vacuum begin commit rollback`.split(/\s+/),
);

/** Functions that reach files, the network, other sessions or other databases from within a SELECT, or cost money by the row. */
const reachingOut =
  /^(dblink.*|lo_.*|pg_(read|ls|stat_file|terminate|cancel|sleep|reload|rotate|promote|switch|create|drop|advisory|try_advisory|logical|notify|export|start|stop|backup|wal|replication|import|file|write|logdir).*|set_config|setval|nextval|(query|table|cursor|schema|database)_to_xml.*|xpath_table|read_(csv|text|blob|parquet|json|ndjson|xlsx|files|kafka|kinesis|pubsub|statestore)\w*|parquet_\w+|sniff_csv|glob|getenv|query|query_table|external_query|remote_query|openquery|ai_\w+|http_\w+|system\$\w+|result_scan|generator|java_method|reflect|try_reflect|sleep)$/;

const mostCharacters = 100_000;

/** Skips whitespace and comments. Returns where they end, or what is wrong with them. */
function afterGap(text: string, start: number, provider: string): number | string {
  let at = start;
  for (;;) {
    const two = text.slice(at, at + 2);
    const isLine =
      two === "--" ||
      (two.startsWith("#") && hashComments.has(provider)) ||
      (two === "//" && slashComments.has(provider));
    if (isLine) at = text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at);
    else if (two === "/*") {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) return "The comment has no end";
      if (text.slice(at + 2, end).includes("/*"))
        return "A comment stands in a comment: engines disagree about where it ends";
      at = end + 2;
    } else if (/^[ \n\t]/.test(two)) at += 1;
    else return at;
  }
}

const numberSuffixes = /^(l|s|y|d|f|bd)$/i;

/** Reads the token at a position, or returns why it is invalid. */
function tokenAt(text: string, at: number, provider: string): Omit<Token, "at"> | string {
  const char = text.charAt(at);
  if (char === "'" || char === '"' || char === "`") {
    if (char === "`" && !withBackticks.has(provider))
      return "Names are written in double quotation marks here, and not in backticks";
    if (provider === "bigquery" && text.startsWith(char.repeat(3), at))
      return "Write texts in single quotation marks, not in three of them";
    const end = endOfQuoted(text, at, char);
    if (end === undefined) return `The quotation mark ${char} is not closed`;
    if (end === "escaped") return `A backslash stands before ${char}: write the mark twice instead`;
    return { kind: char === "'" ? "string" : "name", text: text.slice(at + 1, end - 1), end };
  }
  const [word] = /^[\p{L}_][\p{L}\p{M}\p{N}_$]*/u.exec(text.slice(at, at + 300)) ?? [];
  if (word) return { kind: "word", text: word.toLowerCase(), end: at + word.length };
  const [number, suffix = ""] =
    /^\d[\d_]*(?:\.[\d_]*)?(?:e[+-]?\d+)?([\p{L}\p{N}_$]*)/iu.exec(text.slice(at, at + 300)) ?? [];
  if (number)
    return suffix === "" || numberSuffixes.test(suffix)
      ? { kind: "number", text: number, end: at + number.length }
      : `The number ${number} runs into a word: put a space between them, or the name in quotation marks`;
  if (char === "$")
    return "Parameters and texts between dollar signs are not taken: write texts in single quotation marks";
  if (char === "{" || char === "}")
    return "Placeholders are not needed: Assay puts the dates around your text";
  if (char === "?" && !withQuestionMarks.has(provider)) return "A parameter has no value here";
  if (/[-+*/%=<>!|&^~@?#.,:()[\];]/.test(char)) return { kind: "symbol", text: char, end: at + 1 };
  return `The character ${JSON.stringify(char)} has no meaning in SQL`;
}

/** Yields the tokens of a text; after an error, a last token of the kind "problem". */
function* tokensOf(text: string, provider: string): Generator<Token> {
  for (let at = 0; at < text.length;) {
    const next = afterGap(text, at, provider);
    const token = typeof next === "number" ? tokenAt(text, next, provider) : next;
    const start = typeof next === "number" ? next : at;
    if (start >= text.length) return;
    if (typeof token === "string") {
      yield { kind: "problem", text: token, at: start, end: start };
      return;
    }
    yield { ...token, at: start };
    at = token.end;
  }
}

/** Returns where a quoted part ends; doubled quotes belong to it. "escaped" if a backslash before a quote makes engines disagree. */
function endOfQuoted(text: string, start: number, mark: string): number | "escaped" | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== mark) continue;
    const backslashes = /\\*$/.exec(text.slice(start + 1, at))?.[0].length ?? 0;
    if (backslashes % 2 === 1) return "escaped";
    if (text[at + 1] !== mark) return at + 1;
    at += 1;
  }
  return undefined;
}

const placeOf = (text: string, at: number) => {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, character ${(before.at(-1) ?? "").length + 1}`;
};

const lineEnds = (text: string) => text.replaceAll("\r\n", "\n");

/** Finds problems without asking an engine, those of the text as a whole first. */
function problemOfTokens(text: string, provider: string, isExpression: boolean): string | undefined {
  let depth = 0;
  let [before, beforeThat]: (Token | undefined)[] = [];
  let end: Token | undefined;
  for (const token of tokensOf(text, provider)) {
    const where = placeOf(text, token.at);
    if (token.kind === "problem") return `${token.text} (${where})`;
    if (end) return `Only one statement is taken, and a second one begins at ${where}`;
    const isWord = token.kind === "word";
    if (!before && !isExpression && !(isWord && /^(select|with)$/.test(token.text)))
      return "Must begin with SELECT or WITH";
    if (isWord && !isQualified(before)) {
      if (writing.has(token.text) || (isExpression && token.text === "select"))
        return `Only reads: '${token.text.toUpperCase()}' at ${where} is not taken. A column of that name is written in quotation marks`;
      if (before?.text === "for" && before.kind === "word" && /^(share|key|no)$/.test(token.text))
        return `Only reads: rows are not locked (${where})`;
    }
    if (token.kind === "symbol") {
      if (token.text === "(") {
        const called = before?.kind === "word" || before?.kind === "name" ? before.text.toLowerCase() : "";
        if (reachingOut.test(called))
          return `The function '${called}' is not taken: a source reads tables alone (${where})`;
        depth += 1;
      }
      if (token.text === ")" && (depth -= 1) < 0) return `A closing parenthesis too many at ${where}`;
      if (token.text === ";" && (depth > 0 || isExpression)) return `A semicolon stands inside, at ${where}`;
      if (token.text === ";") end = token;
      if (token.text === "," && isExpression && depth === 0) return "Must be one value";
      if (provider === "snowflake" && token.text === ">" && before?.text === ">" && beforeThat?.text === "-")
        return `Only one statement is taken, and ->> leads to another at ${where}`;
    }
    [beforeThat, before] = [before, token];
  }
  if (!before) return "Required";
  return depth > 0
    ? `${depth === 1 ? "A parenthesis is" : `${depth} parentheses are`} not closed`
    : undefined;
}

const isQualified = (before: Token | undefined) => before?.kind === "symbol" && before.text === ".";

const allDialects = ["postgres", "bigquery", "snowflake"] as const;

function problemIn(sent: string, provider: WarehouseProvider | undefined, isExpression: boolean) {
  const text = lineEnds(sent);
  if (text.length > mostCharacters) return `Must have at most ${mostCharacters} characters`;
  if (/\$\d/.test(text)) return "A dollar sign before a digit is not taken, also not in texts";
  const control = /[^\P{Cc}\n\t]|[\u2028\u2029]/u.exec(text);
  if (control) return `Has a control character (${placeOf(text, control.index)})`;
  // Without an active warehouse, a text is accepted if any engine could parse it; it is validated again before it runs.
  const problems = (provider ? [provider] : allDialects).map((one) =>
    problemOfTokens(text, one, isExpression),
  );
  return problems.includes(undefined) ? undefined : problems[0];
}

/** Returns why a text is not a valid source: it writes, has two statements,
 *  breaks out of its wrapper, or engines would parse it differently. */
export const sourceTextProblem = (text: string, provider?: WarehouseProvider) =>
  problemIn(text, provider, false);

/** Returns why a text is not a valid formula of a column, like `sourceTextProblem`. */
export const formulaProblem = (text: string, provider?: WarehouseProvider) => problemIn(text, provider, true);

/** Returns the source without comments and the last semicolon, so that equal statements are equal to the byte. Throws if it is invalid. */
export function plainSource(sent: string, provider: WarehouseProvider): string {
  const problem = sourceTextProblem(sent, provider);
  if (problem) throw new Error(problem);
  const text = lineEnds(sent);
  let [plain, from] = ["", 0];
  for (const { kind, text: symbol, at, end } of tokensOf(text, provider)) {
    if (kind === "symbol" && symbol === ";") break;
    const gap = text.slice(from, at);
    const instead = gap.includes("\n") ? "\n" : " ";
    if (plain && gap) plain += gap.trim() === "" ? gap : instead;
    plain += text.slice(at, end);
    from = end;
  }
  return plain;
}

/** Wraps a source as a subquery for use in statements; validation ensures that its text cannot affect the SQL around it. */
export const wrappedSource = (sent: string, provider: WarehouseProvider) =>
  `(\n${plainSource(sent, provider)}\n) s`;
