// Regular expressions that users write: which ones are certain to end in time, and a text that one matches.
// They are tried as clients try them, without flags; whoever runs many texts through one still does so in a worker.

type Part =
  | { readonly kind: "atom"; readonly source: string; readonly width: 0 | 1 }
  | { readonly kind: "all"; readonly parts: readonly Part[] }
  | { readonly kind: "either"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number };

/** How often trying may branch: `factor` times the length of the text to the power of `degree`. */
interface Cost {
  readonly factor: number;
  readonly degree: number;
}

class Refused extends Error {}

const atom = /^(?:\\u[\da-f]{4}|\\x[\da-f]{2}|\\c[a-z]|\\[^]|\[\^?(?:\\[^]|[^\]\\])*\]|[^])/i;
const repeat = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
const group = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/;
const zeroWidth = new Set(["^", "$", "\\b", "\\B"]);

/** Parses what `new RegExp` has accepted. */
function parsed(pattern: string): Part {
  let rest = pattern;
  const take = (shape: RegExp) => {
    const found = shape.exec(rest);
    rest = rest.slice(found?.[0].length ?? 0);
    return found;
  };
  const repeated = (part: Part): Part => {
    const found = take(repeat);
    if (!found) return part;
    const [, sign, least = "0", comma, most] = found;
    if (sign === "?") return { kind: "repeat", part, least: 0, most: 1 };
    if (sign) return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: Number.POSITIVE_INFINITY };
    const end = comma ? (most ? Number(most) : Number.POSITIVE_INFINITY) : Number(least);
    return { kind: "repeat", part, least: Number(least), most: end };
  };
  const one = (depth: number): Part => {
    if (rest.startsWith("(")) {
      if (depth > 20) throw new Refused("It has groups in more than 20 groups");
      take(group);
      const inner = either(depth + 1);
      take(/^\)/);
      return inner;
    }
    const source = take(atom)?.[0] ?? "";
    if (/^\\(?:[1-9]|k)/.test(source)) throw new Refused("It refers back to what it has found");
    return { kind: "atom", source, width: zeroWidth.has(source) ? 0 : 1 };
  };
  const all = (depth: number): Part => {
    const parts: Part[] = [];
    while (!/^(?:[|)]|$)/.test(rest)) parts.push(repeated(one(depth)));
    return { kind: "all", parts };
  };
  const either = (depth: number): Part => {
    const parts = [all(depth)];
    while (take(/^\|/)) parts.push(all(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "either", parts };
  };
  return either(0);
}

/** The one character that the part stands for, where it stands for one. */
function literalOf(part: Part | undefined): string | undefined {
  if (part?.kind === "all") return part.parts.length === 1 ? literalOf(part.parts[0]) : undefined;
  if (part?.kind !== "atom" || part.width === 0) return undefined;
  if (/^[^\\[.^$]$/.test(part.source)) return part.source;
  return /^\\[^\w]$/.test(part.source) ? part.source.slice(1) : undefined;
}

const matchesAtom = (source: string, character: string) => new RegExp(`^(?:${source})$`).test(character);

function contains(part: Part, character: string): boolean {
  if (part.kind === "atom") return part.width === 1 && matchesAtom(part.source, character);
  if (part.kind === "repeat") return contains(part.part, character);
  return part.parts.some((inner) => contains(inner, character));
}

/** Whether each round of a repeated part is marked off by a character that the rest of it cannot be, as in `(\.\d+)*`. */
function isMarkedOff(part: Part): boolean {
  if (part.kind !== "all") return false;
  const marks = (mark: Part | undefined, others: readonly Part[]) => {
    const character = literalOf(mark);
    return character !== undefined && others.every((other) => !contains(other, character));
  };
  return marks(part.parts[0], part.parts.slice(1)) || marks(part.parts.at(-1), part.parts.slice(0, -1));
}

const firstOf = (part: Part) => literalOf(part.kind === "all" ? part.parts[0] : part);

/** Alternatives that begin with different characters: at most one of them can be entered. */
function isDecidedAtOnce(parts: readonly Part[]): boolean {
  const first = parts.map(firstOf);
  return first.every((character) => character !== undefined) && new Set(first).size === parts.length;
}

function costOf(part: Part): Cost {
  if (part.kind === "atom") return { factor: 1, degree: 0 };
  if (part.kind === "repeat") {
    const inner = costOf(part.part);
    const isPlain = inner.factor === 1 && inner.degree === 0;
    const rounds = part.most - part.least + 1;
    if (isPlain) return rounds <= 10 ? { factor: rounds, degree: 0 } : { factor: 1, degree: 1 };
    if (part.most <= 10) return { factor: (inner.factor + 1) ** part.most, degree: inner.degree * part.most };
    if (!isMarkedOff(part.part)) throw new Refused("It repeats a part that itself can match in several ways");
    return { factor: inner.factor, degree: inner.degree + 1 };
  }
  const costs = part.parts.map(costOf);
  const degrees = costs.map(({ degree }) => degree);
  const factors = costs.map(({ factor }) => factor);
  if (part.kind === "all")
    return {
      factor: factors.reduce((product, factor) => product * factor, 1),
      degree: degrees.reduce((sum, degree) => sum + degree, 0),
    };
  const branches = isDecidedAtOnce(part.parts)
    ? Math.max(...factors)
    : factors.reduce((sum, factor) => sum + factor, 0);
  return { factor: branches, degree: Math.max(...degrees) };
}

const longestPattern = 500;
const mostSteps = 10_000_000;
const longestText = 1000;

export interface Pattern {
  /** Whether the text matches; undefined where finding out could take too long. */
  readonly matches: (text: string) => boolean | undefined;
}

type PreparedPattern =
  | { readonly pattern: Pattern }
  | { readonly problem: string; readonly isRefused: boolean };

/** Choice: a pattern is tried only where at most ten million steps are certain: nested repeats and back references are refused, and texts too long for the pattern are not judged. */
export function preparePattern(source: string): PreparedPattern {
  if (source.length > longestPattern)
    return { problem: `It has more than ${longestPattern} characters`, isRefused: true };
  try {
    const expression = new RegExp(source);
    const { factor, degree } = costOf(parsed(source));
    // Trying begins anew at every character, unless the pattern is bound to the start.
    const power = degree + (source.startsWith("^") && !source.includes("|") ? 0 : 1);
    if (factor * 10 ** power > mostSteps) throw new Refused("It can match in too many ways");
    const matches = (text: string) => {
      if (text.length >= longestText) return false;
      return factor * text.length ** power > mostSteps ? undefined : expression.test(text);
    };
    return { pattern: { matches } };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message, isRefused: true };
    return { problem: "It is no regular expression", isRefused: false };
  }
}

const characters = "a0A-_. @/:x1Z€é\t\n".split("");

function exampleOf(part: Part): string {
  if (part.kind === "repeat") return exampleOf(part.part).repeat(Math.min(part.least, longestText));
  if (part.kind === "all") return part.parts.map(exampleOf).join("");
  if (part.kind === "either") return part.parts[0] ? exampleOf(part.parts[0]) : "";
  if (part.width === 0) return "";
  const inside = part.source.replace(/^\[\^?/, "").split("");
  return (
    literalOf(part) ??
    [...characters, ...inside].find((character) => matchesAtom(part.source, character)) ??
    ""
  );
}

/** A text that is likely to match: lookarounds and word boundaries are not minded, so try it. */
export function exampleOfPattern(source: string): string | undefined {
  try {
    return exampleOf(parsed(source));
  } catch {
    return undefined;
  }
}
