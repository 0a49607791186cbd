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
import { editorTheme } from "./editor-theme.ts";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };
// Otherwise the package would fetch its own copy of the editor from a CDN.
loader.config({ monaco });

/** Gives the editors the current colours of the page. */
function applyTheme() {
  monaco.editor.defineTheme("assay", editorTheme());
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
