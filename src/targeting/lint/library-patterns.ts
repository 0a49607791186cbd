// Parts of a regular expression that newer server libraries, whose engine is another one, read differently or refuse.

/** A character after a backslash that means the same in both engines; all signs but < and > stand for themselves. */
const alikeAfterBackslash = /[dDwWsSbBnrtfvxuk1-9]|[^a-zA-Z0-9<>]/;

const refused = {
  class: "An empty class, or one with [, && , -- or ~~ in it",
  range: "A range in a class that begins or ends with \\d, \\w or \\s",
};

/** The end of a class that begins at an index: after its bracket. */
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

/** The part of a pattern that is read differently, as the beginning of a sentence; undefined where none was found. */
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
