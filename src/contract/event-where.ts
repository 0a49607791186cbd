// The text syntax of event filters, such as `country is DE, SE and value >= 50`,
// used by the parameter `where`, filter chips and saved views (API 2.19). Pure.

/** Conditions as written in a filter, in the order in which the parser tries them. */
export const eventConditions = [
  "is not",
  "is",
  "does not contain",
  "contains",
  "exists",
  "is empty",
  "<=",
  ">=",
  "<",
  ">",
] as const;
export type EventCondition = (typeof eventConditions)[number];

/** Parts of an event that have one value each. */
const singleParts = ["name", "value", "source", "userID"] as const;
/** Parts that hold fields, with the prefix of the field names; metadata has no prefix. */
const prefixes = { user: "user.", id: "id." } as const;

/** `anything` means all texts of an event; `metadata`, `user` (attributes of the user) and `id` (ids of other types) have a key. */
export type EventField =
  | { readonly part: (typeof singleParts)[number] | "anything" }
  | { readonly part: "metadata" | "user" | "id"; readonly key: string };

export interface EventTerm {
  readonly field: EventField;
  readonly condition: EventCondition;
  /** Empty for `exists` and `is empty`, one number for comparisons, else one or more values of which one must match. */
  readonly values: readonly string[];
}

/** Terms that must all hold. */
export type EventWhere = readonly EventTerm[];

export const whereLimits = { characters: 8000, terms: 20, values: 100 } as const;

export const isComparison = (condition: EventCondition) => /^[<>]/.test(condition);
export const isValueless = (condition: EventCondition) => condition === "exists" || condition === "is empty";

/** Parses a text of the log as a number: decimal digits, at most 50 characters; surrounding spaces are ignored. */
export function numberOf(text: string): number | undefined {
  const given = text.replace(/^ +| +$/g, "");
  const isNumber = given.length <= 50 && /^[+-]?(\d+[.]?\d*|[.]\d+)([eE][+-]?\d{1,2})?$/.test(given);
  return isNumber ? Number(given) : undefined;
}

/** A syntax error with its position in the text, from 0. */
export class WhereProblem extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(`${message} (character ${at + 1})`);
    this.at = at;
  }
}

/** Returns a text as the log stores it: without characters that no database accepts. */
const stored = (text: string) => text.replace(/\0|\p{Surrogate}/gu, "\uFFFD");

const words = new Set<string>([...singleParts, "anything"]);
const reservedValues = new Set(["and", "not", "empty"]);

const quotedUnless = (text: string, isPlain: boolean) => (isPlain ? text : JSON.stringify(text));

const plainKey = (key: string) => quotedUnless(key, /^[^\s,"<>=!≤≥\p{C}]+$/u.test(key));

export function printField(field: EventField): string {
  if (!("key" in field)) return field.part;
  const { part, key } = field;
  if (part !== "metadata") return prefixes[part] + plainKey(key);
  const isTaken = words.has(key) || Object.values(prefixes).some((prefix) => key.startsWith(prefix));
  return isTaken ? JSON.stringify(key) : plainKey(key);
}

export const printValue = (value: string) =>
  quotedUnless(value, /^[^\s,"\p{C}]+$/u.test(value) && !reservedValues.has(value.toLowerCase()));

export const printTerm = ({ field, condition, values }: EventTerm) =>
  [printField(field), condition, ...(values.length > 0 ? [values.map(printValue).join(", ")] : [])].join(" ");

export const printWhere = (where: EventWhere) => where.map(printTerm).join(" and ");

/** Alternative spellings of conditions. */
const conditionsAsWritten: readonly (readonly [RegExp, EventCondition])[] = [
  [/is\s+not\s+empty(?![^\s])/iy, "exists"],
  [/does\s+not\s+exist(?![^\s])/iy, "is empty"],
  [/exists(?![^\s])/iy, "exists"],
  [/is\s+empty(?![^\s])/iy, "is empty"],
  [/does\s+not\s+contain(?![^\s"])/iy, "does not contain"],
  [/contains(?![^\s"])/iy, "contains"],
  [/is\s+not(?![^\s"])|!=/iy, "is not"],
  [/is(?![^\s"])/iy, "is"],
  [/<=|≤/y, "<="],
  [/>=|≥/y, ">="],
  [/</y, "<"],
  [/>/y, ">"],
  [/=/y, "is"],
];

const conditionList = "is, is not, contains, does not contain, exists, is empty, <, <=, >, >=";

class WhereReader {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
  }

  refuse(message: string, at = this.at): never {
    throw new WhereProblem(message, at);
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  skipSpaces() {
    this.match(/\s*/y);
  }

  get isAtEnd() {
    return this.at >= this.text.length;
  }

  /** Parses a text in double quotes with JSON escapes. */
  quoted(): string | undefined {
    if (this.text[this.at] !== '"') return undefined;
    const start = this.at;
    const written = this.match(/"(?:[^"\\]|\\.)*"/suy) ?? this.refuse("The quote is not closed");
    // Line breaks and tabs are allowed unescaped, unlike in JSON.
    const json = written.replace(/[\n\r\t]/g, (one) => JSON.stringify(one).slice(1, -1));
    try {
      const read: unknown = JSON.parse(json);
      return stored(String(read));
    } catch {
      return this.refuse('Within quotes only the escapes of JSON are known, such as \\" and \\\\', start);
    }
  }

  key(): string {
    const start = this.at;
    const key = this.quoted() ?? this.match(/[^\s,"<>=!≤≥]+/y);
    if (!key) return this.refuse("The name of a field is needed", start);
    return stored(key);
  }

  field(): EventField {
    if (this.text[this.at] === '"') return { part: "metadata", key: this.key() };
    for (const part of ["user", "id"] as const)
      if (this.match(prefixes[part] === "id." ? /id\./y : /user\./y)) return { part, key: this.key() };
    const key = this.key();
    const single = [...singleParts, "anything" as const].find((part) => part === key);
    return single ? { part: single } : { part: "metadata", key };
  }

  condition(field: EventField): EventCondition {
    this.skipSpaces();
    const start = this.at;
    const [, condition] =
      conditionsAsWritten.find(([pattern]) => this.match(pattern) !== undefined) ??
      this.refuse(`Expected a condition after '${printField(field)}': ${conditionList}`);
    if (field.part === "anything" && !condition.includes("contain"))
      this.refuse("'anything' is only asked for what it contains or does not contain", start);
    return condition;
  }

  value(): string {
    this.skipSpaces();
    const start = this.at;
    const quoted = this.quoted();
    const value = quoted ?? this.match(/[^\s,"]+/y);
    if (quoted === undefined && value?.toLowerCase() === "and")
      this.refuse("A value is needed before 'and'; the word itself stands in quotes", start);
    if (value === undefined) return this.refuse("A value is needed", start);
    if (value === "") return this.refuse("A value has characters; for none there is 'is empty'", start);
    return stored(value);
  }

  values(condition: EventCondition): string[] {
    if (isValueless(condition)) return [];
    this.skipSpaces();
    const start = this.at;
    const values: string[] = [];
    do values.push(this.value());
    while (this.match(/\s*,/y));
    if (values.length > whereLimits.values) this.refuse(`At most ${whereLimits.values} values`, start);
    if (isComparison(condition)) {
      if (values.length > 1) this.refuse(`'${condition}' takes one number`, start);
      if (numberOf(values[0] ?? "") === undefined)
        this.refuse(`Expected a number after '${condition}', received '${values[0]}'`, start);
    }
    return values;
  }

  term(): EventTerm {
    const field = this.field();
    const condition = this.condition(field);
    return { field, condition, values: this.values(condition) };
  }

  whole(): EventTerm[] {
    const terms: EventTerm[] = [];
    this.skipSpaces();
    while (!this.isAtEnd) {
      if (terms.length === whereLimits.terms) this.refuse(`At most ${whereLimits.terms} conditions`);
      terms.push(this.term());
      this.skipSpaces();
      if (this.isAtEnd) break;
      if (!this.match(/and(?![^\s"])/iy))
        this.refuse("Expected 'and' or the end; a value with spaces stands in quotes");
      this.skipSpaces();
      if (this.isAtEnd) this.refuse("A condition is needed after 'and'");
    }
    return terms;
  }
}

/** Parses a filter; throws a WhereProblem on a syntax error. An empty text has no terms. */
export function parseWhere(text: string): EventTerm[] {
  if (text.length > whereLimits.characters)
    throw new WhereProblem(`At most ${whereLimits.characters} characters`, whereLimits.characters);
  return new WhereReader(text).whole();
}

/** Parses a single field name in filter syntax; throws a WhereProblem. */
export function parseField(text: string): EventField {
  const reader = new WhereReader(text);
  reader.skipSpaces();
  const field = reader.field();
  reader.skipSpaces();
  if (!reader.isAtEnd) reader.refuse("Expected one field; a name with spaces stands in quotes");
  return field;
}
