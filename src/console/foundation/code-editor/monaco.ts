// Monaco with the few features the console uses, in the colours of the page. Reached only by import(), never from the first page.
import { loader } from "@monaco-editor/react";
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/format/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/snippet/register";
import "monaco-editor/editor/contrib/suggest/browser/suggestController";
import "monaco-editor/features/wordOperations/register";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };
// Without this the package would fetch an editor of its own from elsewhere.
loader.config({ monaco });

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
function applyTheme() {
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
      // Brackets differ by position; colour shows the kind of a value.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, resolved("--text")]),
      ),
      "editorIndentGuide.background1": resolved("--border"),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].flatMap((level) => [
          [`editorBracketPairGuide.background${level}`, resolved("--border")],
          [`editorBracketPairGuide.activeBackground${level}`, resolved("--border-control")],
        ]),
      ),
      "editorBracketMatch.background": resolved("--tint"),
      "editorBracketMatch.border": "#00000000",
      "editorError.foreground": resolved("--danger"),
      "editorWarning.foreground": resolved("--warning"),
      "editorSuggestWidget.background": resolved("--surface-raised"),
      "editorSuggestWidget.border": resolved("--border"),
      "editorSuggestWidget.foreground": resolved("--text"),
      "editorSuggestWidget.selectedBackground": resolved("--surface-selected"),
      "editorSuggestWidget.selectedForeground": resolved("--text"),
      "editorSuggestWidget.selectedIconForeground": resolved("--text-muted"),
      "editorSuggestWidget.highlightForeground": resolved("--accent"),
      "editorSuggestWidget.focusHighlightForeground": resolved("--accent"),
      "symbolIcon.propertyForeground": resolved("--text-muted"),
      "symbolIcon.valueForeground": resolved("--text-muted"),
      "editorHoverWidget.background": resolved("--surface-raised"),
      "editorHoverWidget.foreground": resolved("--text"),
      "editorHoverWidget.border": resolved("--border"),
      "diffEditor.insertedLineBackground": resolved("--added-tint"),
      "diffEditor.removedLineBackground": resolved("--removed-tint"),
      "diffEditor.insertedTextBackground": "#00000000",
      "diffEditor.removedTextBackground": "#00000000",
      "editorWidget.background": resolved("--surface-raised"),
      "editorWidget.border": resolved("--border"),
      "editorWidget.foreground": resolved("--text"),
      "input.background": resolved("--surface"),
      "input.foreground": resolved("--text"),
      "input.border": resolved("--border-control"),
      "input.placeholderForeground": resolved("--text-muted"),
      "inputOption.activeBackground": resolved("--surface-selected"),
      "inputOption.activeForeground": resolved("--text"),
      "inputOption.activeBorder": resolved("--accent"),
      "editor.findMatchBackground": resolved("--surface-selected"),
      "editor.findMatchBorder": resolved("--accent"),
      "editor.findMatchHighlightBackground": resolved("--tint"),
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

/** The options of every editor of the console. */
export const editorOptions = {
  theme: "assay",
  automaticLayout: true,
  minimap: { enabled: false },
  fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSize: 12,
  lineHeight: 20,
  scrollBeyondLastLine: false,
  // On a phone a long line is read without scrolling aside. Elsewhere breaking lines would cost the first 50 ms.
  wordWrap: matchMedia("(width < 720px)").matches ? "on" : "off",
  wrappingIndent: "indent",
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
  guides: { bracketPairs: true, bracketPairsHorizontal: false, highlightActiveIndentation: false },
  wordBasedSuggestions: "off",
  quickSuggestions: { other: true, strings: true, comments: false },
  suggest: { showWords: false, showStatusBar: false },
  renderLineHighlightOnlyWhenFocus: true,
  lineDecorationsWidth: 12,
} as const;

export { monaco };
