// Detects parts of a regular expression that newer server libraries, which use another regex engine, interpret differently or reject.

/** Escaped characters that have the same meaning in both engines; escaped punctuation except < and > is literal. */
const alikeAfterBackslash = /[dDwWsSbBnrtfvxuk1-9]|[^a-zA-Z0-9<>]/;

const refused = {
  class: "An empty class, or one with [, && , -- or ~~ in it",
  range: "A range in a class that begins or ends with \\d, \\w or \\s",
};

/** Returns the index after the closing bracket of a character class that begins at an index. */
function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "]") return at + 1;
  }
  return source.length;
}

function problemOfClass(text: string): string | undefined {
  const inside = text.slice(1, -1).replace(/^\^/, "");
  const plain = inside.replaceAll(/\\./gs, "x");
  if (inside === "" || /\[|&&|--|~~/.test(plain)) return refused.class;
  return /\\[dDwWsS]-[^-]|[^-]-\\[dDwWsS]/.test(inside) ? refused.range : undefined;
}

/** Returns the part of a pattern that is interpreted differently, phrased as the beginning of a sentence; undefined if there is none. */
export function readDifferently(source: string): string | undefined {
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] === "\\") {
      const next = source[at + 1] ?? "";
      if (!alikeAfterBackslash.test(next)) return `\\${next}`;
      at += 1;
    } else if (source[at] === "[") {
      const end = endOfClass(source, at);
      const problem = problemOfClass(source.slice(at, end));
      if (problem) return problem;
      at = end - 1;
    }
  }
  return undefined;
}
