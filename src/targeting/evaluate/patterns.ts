// Regular expressions that users write: limits the time that matching can take, and generates an example of a matching
// text. Patterns match without flags, as in clients. Matching many texts should still run in a worker.
import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** Upper bound of the branches taken while matching: `factor` times the length of the text to the power of `degree`. */
interface Cost {
  readonly factor: number;
  readonly degree: number;
}

class Refused extends Error {}

const parser = new RegExpParser();
const mostNested = 20;

/** Returns the one character that the part matches; undefined if it can match anything else. */
function literalOf(part: AST.Node | undefined): string | undefined {
  if (part?.type === "Character") return String.fromCodePoint(part.value);
  if (part?.type === "Alternative")
    return part.elements.length === 1 ? literalOf(part.elements[0]) : undefined;
  return isPlainGroup(part) ? literalOf(part.alternatives[0]) : undefined;
}

const isPlainGroup = (part: AST.Node | undefined): part is AST.Group | AST.CapturingGroup =>
  (part?.type === "CapturingGroup" || (part?.type === "Group" && !part.modifiers)) &&
  part.alternatives.length === 1;

const matchesCharacter = ({ raw }: AST.Node, character: string) => new RegExp(`^(?:${raw})$`).test(character);

/** True if the part may match the character at any position. */
function contains(part: AST.Node, character: string): boolean {
  switch (part.type) {
    case "Assertion":
      return false;
    case "Quantifier":
      return contains(part.element, character);
    case "Alternative":
      return part.elements.some((element) => contains(element, character));
    case "CapturingGroup":
      return part.alternatives.some((each) => contains(each, character));
    case "Group":
      return part.modifiers !== null || part.alternatives.some((each) => contains(each, character));
    default:
      return matchesCharacter(part, character);
  }
}

/** True if each repetition of a part begins or ends with a character that its rest cannot match, as in `(\.\d+)*`. */
function isMarkedOff(part: AST.Node): boolean {
  if (!isPlainGroup(part)) return false;
  const elements = part.alternatives[0]?.elements ?? [];
  const marks = (mark: AST.Node | undefined, others: readonly AST.Node[]) => {
    const character = literalOf(mark);
    return character !== undefined && others.every((other) => !contains(other, character));
  };
  return marks(elements[0], elements.slice(1)) || marks(elements.at(-1), elements.slice(0, -1));
}

/** True if all alternatives begin with different characters, so that at most one of them can be entered. */
function isDecidedAtOnce(alternatives: readonly AST.Alternative[]): boolean {
  const first = alternatives.map(({ elements }) => literalOf(elements[0]));
  return first.every((character) => character !== undefined) && new Set(first).size === alternatives.length;
}

const once: Cost = { factor: 1, degree: 0 };

function costOfQuantifier({ element, min, max }: AST.Quantifier, depth: number): Cost {
  const inner = costOf(element, depth);
  const isPlain = inner.factor === 1 && inner.degree === 0;
  const rounds = max - min + 1;
  if (isPlain) return rounds <= 10 ? { factor: rounds, degree: 0 } : { factor: 1, degree: 1 };
  if (max <= 10) return { factor: (inner.factor + 1) ** max, degree: inner.degree * max };
  if (!isMarkedOff(element)) throw new Refused("It repeats a part that itself can match in several ways");
  return { factor: inner.factor, degree: inner.degree + 1 };
}

function costOfAlternatives(alternatives: readonly AST.Alternative[], depth: number): Cost {
  if (depth > mostNested) throw new Refused(`It has groups in more than ${mostNested} groups`);
  const costs = alternatives.map(({ elements }) => {
    const inner = elements.map((element) => costOf(element, depth));
    return {
      factor: inner.reduce((product, { factor }) => product * factor, 1),
      degree: inner.reduce((sum, { degree }) => sum + degree, 0),
    };
  });
  const factors = costs.map(({ factor }) => factor);
  const factor = isDecidedAtOnce(alternatives)
    ? Math.max(...factors)
    : factors.reduce((sum, each) => sum + each, 0);
  return { factor, degree: Math.max(...costs.map(({ degree }) => degree)) };
}

function costOf(part: AST.Element, depth: number): Cost {
  if (part.type === "Backreference") throw new Refused("It refers back to what it has found");
  if (part.type === "Quantifier") return costOfQuantifier(part, depth);
  return "alternatives" in part ? costOfAlternatives(part.alternatives, depth + 1) : once;
}

const longestPattern = 500;
const mostSteps = 10_000_000;
const longestText = 1000;

/** `matches` returns whether the text matches, or undefined if finding out could take too long. */
type PreparedPattern =
  | { readonly matches: (text: string) => boolean | undefined }
  | { readonly problem: string; readonly isRefused: boolean };

/** Returns the cost of a pattern that the engine accepts; refuses syntax that the parser library cannot read. */
function costOfPattern(source: string): Cost {
  try {
    return costOfAlternatives(parser.parsePattern(source).alternatives, 0);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("It has a form that is not known here");
  }
}

/** Choice: a pattern is tried only if it certainly takes at most ten million steps; nested repeats and back references are refused. */
export function preparePattern(source: string): PreparedPattern {
  if (source.length > longestPattern)
    return { problem: `It has more than ${longestPattern} characters`, isRefused: true };
  try {
    const expression = new RegExp(source);
    const { factor, degree } = costOfPattern(source);
    // Matching restarts at every character unless the pattern is anchored to the start.
    const power = degree + (source.startsWith("^") && !source.includes("|") ? 0 : 1);
    if (factor * 10 ** power > mostSteps) throw new Refused("It can match in too many ways");
    const matches = (text: string) => {
      if (text.length >= longestText) return false;
      return factor * text.length ** power > mostSteps ? undefined : expression.test(text);
    };
    return { matches };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message, isRefused: true };
    return { problem: "It is no regular expression", isRefused: false };
  }
}

const characters = "a0A-_. @/:x1Z€é\t\n".split("");

function exampleOf(part: AST.Node): string {
  switch (part.type) {
    case "Assertion":
      return "";
    case "Quantifier":
      return exampleOf(part.element).repeat(Math.min(part.min, longestText));
    case "Alternative":
      return part.elements.map(exampleOf).join("");
    case "Group":
    case "CapturingGroup":
      return exampleOfFirst(part.alternatives);
    case "Character":
      return String.fromCodePoint(part.value);
    default:
      return (
        [...characters, ...part.raw.split("")].find((character) => matchesCharacter(part, character)) ?? ""
      );
  }
}

const exampleOfFirst = ([first]: readonly AST.Alternative[]) => (first ? exampleOf(first) : "");

/** Returns a text that is likely to match. Lookarounds and word boundaries are ignored, so the caller must test it. */
export function exampleOfPattern(source: string): string | undefined {
  try {
    return exampleOfFirst(parser.parsePattern(source).alternatives);
  } catch {
    return undefined;
  }
}
