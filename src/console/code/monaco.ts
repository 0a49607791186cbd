// Monaco with the few features the console uses, and JSON5 as a language of our own. Reached only by import(), never from the first page.
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/wordOperations/register";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

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

/** A colour of the theme as #rrggbbaa, since Monaco knows no custom properties and no oklch. */
function resolved(name: string): string {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) return "#808080";
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  context.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  context.fillRect(0, 0, 1, 1);
  return `#${[...context.getImageData(0, 0, 1, 1).data].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

const token = (name: string) => resolved(name).slice(1, 7);

const isDark = () =>
  getComputedStyle(document.documentElement).colorScheme === "dark" ||
  (document.documentElement.dataset["theme"] !== "light" &&
    matchMedia("(prefers-color-scheme: dark)").matches);

/** Gives the editors the colours that the page has now. */
export function applyTheme() {
  monaco.editor.defineTheme("assay", {
    base: isDark() ? "vs-dark" : "vs",
    // The base's own rules differ between light and dark, and lines drawn before a switch keep the numbers of theirs.
    inherit: false,
    rules: [
      { token: "comment", foreground: token("--text-muted"), fontStyle: "italic" },
      { token: "string", foreground: token("--code-string") },
      { token: "number", foreground: token("--code-number") },
      { token: "keyword", foreground: token("--code-number") },
      { token: "key", foreground: token("--text") },
      { token: "delimiter", foreground: token("--text-muted") },
    ],
    colors: {
      "editor.background": resolved("--surface-sunken"),
      "editor.foreground": resolved("--text"),
      "editorGutter.background": resolved("--surface-sunken"),
      "editorLineNumber.foreground": resolved("--text-muted"),
      "editorLineNumber.activeForeground": resolved("--text"),
      "editor.lineHighlightBackground": resolved("--surface-hover"),
      "editor.lineHighlightBorder": "#00000000",
      // Brackets are told apart by position; colour is kept for what a value is.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, resolved("--text")]),
      ),
      "editorIndentGuide.background1": resolved("--border"),
      "editorError.foreground": resolved("--danger"),
      "diffEditor.insertedLineBackground": resolved("--added-tint"),
      "diffEditor.removedLineBackground": resolved("--removed-tint"),
      "diffEditor.insertedTextBackground": "#00000000",
      "diffEditor.removedTextBackground": "#00000000",
      "editorWidget.background": resolved("--surface-raised"),
      "editorWidget.border": resolved("--border"),
      focusBorder: "#00000000",
    },
  });
  monaco.editor.setTheme("assay");
}

applyTheme();
new MutationObserver(applyTheme).observe(document.documentElement, {
  attributes: true,
  attributeFilter: ["data-theme"],
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);

/** What every editor of the console shares. */
export const editorOptions = {
  theme: "assay",
  automaticLayout: true,
  minimap: { enabled: false },
  fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSize: 12,
  lineHeight: 20,
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 3,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  padding: { top: 8, bottom: 8 },
  scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  tabSize: 2,
  tabFocusMode: true,
  fixedOverflowWidgets: true,
  accessibilitySupport: "auto",
  bracketPairColorization: { enabled: false },
  guides: { bracketPairs: false, highlightActiveIndentation: false },
  renderLineHighlightOnlyWhenFocus: true,
  lineDecorationsWidth: 12,
} as const;

export { monaco };
