// Monaco with the few features that the console uses, in the page's colours. Loaded only by dynamic import(), never by the
// first page.
import "./monaco-styles.ts";
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
import { themeColour } from "#console/foundation/ui/theme-colour.ts";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };
// Otherwise the package would fetch its own copy of the editor from a CDN.
loader.config({ monaco });

const resolved = (name: string) => themeColour(name) ?? "#808080";

const token = (name: string) => resolved(name).slice(1, 7);

const isDark = () =>
  getComputedStyle(document.documentElement).colorScheme === "dark" ||
  (document.documentElement.dataset["theme"] !== "light" &&
    matchMedia("(prefers-color-scheme: dark)").matches);

/** Gives the editors the current colours of the page. */
function applyTheme() {
  monaco.editor.defineTheme("assay", {
    base: isDark() ? "vs-dark" : "vs",
    // The rules of the base theme differ between light and dark, and lines drawn before a switch keep its rule numbers.
    inherit: false,
    rules: [
      { token: "comment", foreground: token("--color-text-muted"), fontStyle: "italic" },
      { token: "string", foreground: token("--color-code-string") },
      { token: "number", foreground: token("--color-code-number") },
      { token: "keyword", foreground: token("--color-code-number") },
      { token: "key", foreground: token("--color-text") },
      { token: "delimiter", foreground: token("--color-text-muted") },
    ],
    colors: {
      "editor.background": resolved("--color-surface-sunken"),
      "editor.foreground": resolved("--color-text"),
      "editorGutter.background": resolved("--color-surface-sunken"),
      "editorLineNumber.foreground": resolved("--color-text-muted"),
      "editorLineNumber.activeForeground": resolved("--color-text"),
      "editor.lineHighlightBackground": resolved("--color-surface-hover"),
      "editor.lineHighlightBorder": "#00000000",
      // Brackets are matched by position; colour is reserved for the kind of a value.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((level) => [
          `editorBracketHighlight.foreground${level}`,
          resolved("--color-text"),
        ]),
      ),
      "editorIndentGuide.background1": resolved("--color-border"),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].flatMap((level) => [
          [`editorBracketPairGuide.background${level}`, resolved("--color-border")],
          [`editorBracketPairGuide.activeBackground${level}`, resolved("--color-border-control")],
        ]),
      ),
      "editorBracketMatch.background": resolved("--color-tint"),
      "editorBracketMatch.border": "#00000000",
      "editorError.foreground": resolved("--color-danger"),
      "editorWarning.foreground": resolved("--color-warning"),
      "editorSuggestWidget.background": resolved("--color-surface-raised"),
      "editorSuggestWidget.border": resolved("--color-border"),
      "editorSuggestWidget.foreground": resolved("--color-text"),
      "editorSuggestWidget.selectedBackground": resolved("--color-surface-selected"),
      "editorSuggestWidget.selectedForeground": resolved("--color-text"),
      "editorSuggestWidget.selectedIconForeground": resolved("--color-text-muted"),
      "editorSuggestWidget.highlightForeground": resolved("--color-accent"),
      "editorSuggestWidget.focusHighlightForeground": resolved("--color-accent"),
      "symbolIcon.propertyForeground": resolved("--color-text-muted"),
      "symbolIcon.valueForeground": resolved("--color-text-muted"),
      "editorHoverWidget.background": resolved("--color-surface-raised"),
      "editorHoverWidget.foreground": resolved("--color-text"),
      "editorHoverWidget.border": resolved("--color-border"),
      "diffEditor.insertedLineBackground": resolved("--color-added-tint"),
      "diffEditor.removedLineBackground": resolved("--color-removed-tint"),
      "diffEditor.insertedTextBackground": resolved("--color-added-token"),
      "diffEditor.removedTextBackground": resolved("--color-removed-token"),
      "editorWidget.background": resolved("--color-surface-raised"),
      "editorWidget.border": resolved("--color-border"),
      "editorWidget.foreground": resolved("--color-text"),
      "input.background": resolved("--color-surface"),
      "input.foreground": resolved("--color-text"),
      "input.border": resolved("--color-border-control"),
      "input.placeholderForeground": resolved("--color-text-muted"),
      "inputOption.activeBackground": resolved("--color-surface-selected"),
      "inputOption.activeForeground": resolved("--color-text"),
      "inputOption.activeBorder": resolved("--color-accent"),
      "editor.findMatchBackground": resolved("--color-surface-selected"),
      "editor.findMatchBorder": resolved("--color-accent"),
      "editor.findMatchHighlightBackground": resolved("--color-tint"),
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

/** The options shared by all editors of the console. */
export const editorOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSize: 12,
  lineHeight: 20,
  scrollBeyondLastLine: false,
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

const isPhone = matchMedia("(width < 720px)").matches;
/** Characters that fit on a line beside a form, and the text length above which wrapping lines would cost the first 50 ms. */
const [fits, large] = [60, 20_000];
const longLine = new RegExp(`[^\\n]{${fits + 1}}`);

/** Wraps long lines on a phone, and elsewhere in texts that are not large, so that nobody has to scroll sideways. */
export const wrapOf = (text: string): "on" | "off" =>
  isPhone || (text.length <= large && longLine.test(text)) ? "on" : "off";

export const editorProps = { language: "json5", theme: "assay", loading: null } as const;

export { monaco };
