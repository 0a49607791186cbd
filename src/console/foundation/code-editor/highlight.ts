// Splits a snippet into strings, numbers, comments and plain text for syntax colouring. Pure.

interface Part {
  kind: "plain" | "string" | "number" | "comment";
  text: string;
}

const tokens = {
  code: /(?<string>'(?:\\.|[^'\\])*')|(?<comment>\/\/.*$)|(?<number>(?<![@.\d])\b\d+\.\d+\b(?!\.))/g,
  sql: /(?<string>'(?:''|[^'])*')|(?<comment>--.*$)|(?<number>(?<![\w.@$"-])\d+(?:\.\d+)?(?![\w.]))/g,
};
export type Language = keyof typeof tokens;

export function partsOf(line: string, language: Language): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of line.matchAll(tokens[language])) {
    if (found.index > end) parts.push({ kind: "plain", text: line.slice(end, found.index) });
    const { string, comment } = found.groups ?? {};
    parts.push({ kind: string ? "string" : comment ? "comment" : "number", text: found[0] });
    end = found.index + found[0].length;
  }
  if (end < line.length) parts.push({ kind: "plain", text: line.slice(end) });
  return parts;
}
