// JSON5 as a language of Monaco: colours, brackets, completion, hover and formatting. The parsing is done elsewhere.
import * as monaco from "monaco-editor/editor";
import type { Json } from "#contract/json5.ts";
import { formatText } from "#console/foundation/code-editor/json5/format-text.ts";
import type { Span } from "#console/foundation/code-editor/json5/tokens.ts";
import { type Completion, completionsAt } from "#console/foundation/code-editor/json-schema/completions.ts";
import { type Hover, hoverAt } from "#console/foundation/code-editor/json-schema/hover.ts";

type Model = monaco.editor.ITextModel;

const schemas = new WeakMap<Model, Json>();

/** Sets the schema used for completion and hover in a model; undefined removes it. */
export function setSchema(model: Model, schema: Json | undefined) {
  if (schema === undefined) schemas.delete(model);
  else schemas.set(model, schema);
}

monaco.languages.register({ id: "json5", extensions: [".json5"] });
monaco.languages.setLanguageConfiguration("json5", {
  comments: { lineComment: "//", blockComment: ["/*", "*/"] },
  brackets: [
    ["{", "}"],
    ["[", "]"],
  ],
  autoClosingPairs: [
    { open: "{", close: "}" },
    { open: "[", close: "]" },
    { open: '"', close: '"', notIn: ["string", "comment"] },
    { open: "'", close: "'", notIn: ["string", "comment"] },
  ],
});
monaco.languages.setMonarchTokensProvider("json5", {
  tokenizer: {
    root: [
      [/\/\/.*$/, "comment"],
      [/\/\*/, "comment", "@comment"],
      [/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{L}_$][\p{L}\p{N}_$]*)(?=\s*:)/u, "key"],
      [/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/, "string"],
      [/\b(?:true|false|null)\b/, "keyword"],
      [/[+-]?(?:0x[0-9a-f]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i, "number"],
      [/[{}[\]]/, "@brackets"],
      [/[,:]/, "delimiter"],
    ],
    comment: [
      [/\*\//, "comment", "@pop"],
      [/./, "comment"],
    ],
  },
});

/** Converts a span of offsets to a range of the editor. */
export const rangeOf = (model: Model, { start, end }: Span) =>
  monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));

const kinds = {
  name: monaco.languages.CompletionItemKind.Property,
  value: monaco.languages.CompletionItemKind.Value,
};

const suggestionOf = (
  model: Model,
  { kind, label, snippet, typed, span, detail, description, isRequired }: Completion,
  place: number,
): monaco.languages.CompletionItem => ({
  label: { label, description: [detail, isRequired ? "required" : ""].filter(Boolean).join(", ") },
  kind: kinds[kind],
  insertText: snippet,
  insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
  filterText: typed,
  sortText: String(place).padStart(4, "0"),
  documentation: description,
  range: rangeOf(model, span),
});

monaco.languages.registerCompletionItemProvider("json5", {
  triggerCharacters: ['"', "'", ":", " "],
  provideCompletionItems: (model, position, { triggerCharacter }) => {
    const schema = schemas.get(model);
    const text = model.getValue();
    const offset = model.getOffsetAt(position);
    const isMereSpace = triggerCharacter === " " && !/:\s*$/.test(text.slice(0, offset));
    if (schema === undefined || isMereSpace) return { suggestions: [] };
    const completions = completionsAt(text, offset, schema);
    return { suggestions: completions.map((completion, place) => suggestionOf(model, completion, place)) };
  },
});

const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, "\\$&");

const hoverText = ({ title, type, description, facts }: Hover) =>
  [title ? `**${plain(title)}**` : "", plain(type), plain(description), ...facts.map(plain)]
    .filter(Boolean)
    .join("\n\n");

monaco.languages.registerHoverProvider("json5", {
  provideHover: (model, position) => {
    const schema = schemas.get(model);
    const hover =
      schema === undefined ? undefined : hoverAt(model.getValue(), model.getOffsetAt(position), schema);
    return hover && { range: rangeOf(model, hover.span), contents: [{ value: hoverText(hover) }] };
  },
});

monaco.languages.registerDocumentFormattingEditProvider("json5", {
  provideDocumentFormattingEdits: (model) => [
    { range: model.getFullModelRange(), text: formatText(model.getValue()) },
  ],
});
