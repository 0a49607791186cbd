// The theme of the code editors: the colours of the page, which the editor needs as numbers.
import type { editor } from "monaco-editor/editor";
import { themeColours } from "#console/foundation/ui/theme-colour.ts";

/** The page's colour for each colour of the editor. */
const colours: Readonly<Record<string, string>> = {
  "editor.background": "--color-surface-sunken",
  "editor.foreground": "--color-text",
  "editorGutter.background": "--color-surface-sunken",
  "editorLineNumber.foreground": "--color-text-muted",
  "editorLineNumber.activeForeground": "--color-text",
  "editor.lineHighlightBackground": "--color-surface-hover",
  // Brackets are matched by position; colour is reserved for the kind of a value.
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, "--color-text"]),
  ),
  "editorIndentGuide.background1": "--color-border",
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].flatMap((level) => [
      [`editorBracketPairGuide.background${level}`, "--color-border"],
      [`editorBracketPairGuide.activeBackground${level}`, "--color-border-control"],
    ]),
  ),
  "editorBracketMatch.background": "--color-tint",
  "editorError.foreground": "--color-danger",
  "editorWarning.foreground": "--color-warning",
  "editorSuggestWidget.background": "--color-surface-raised",
  "editorSuggestWidget.border": "--color-border",
  "editorSuggestWidget.foreground": "--color-text",
  "editorSuggestWidget.selectedBackground": "--color-surface-selected",
  "editorSuggestWidget.selectedForeground": "--color-text",
  "editorSuggestWidget.selectedIconForeground": "--color-text-muted",
  "editorSuggestWidget.highlightForeground": "--color-accent",
  "editorSuggestWidget.focusHighlightForeground": "--color-accent",
  "symbolIcon.propertyForeground": "--color-text-muted",
  "symbolIcon.valueForeground": "--color-text-muted",
  "editorHoverWidget.background": "--color-surface-raised",
  "editorHoverWidget.foreground": "--color-text",
  "editorHoverWidget.border": "--color-border",
  "diffEditor.insertedLineBackground": "--color-added-tint",
  "diffEditor.removedLineBackground": "--color-removed-tint",
  "diffEditor.insertedTextBackground": "--color-added-token",
  "diffEditor.removedTextBackground": "--color-removed-token",
  "editorWidget.background": "--color-surface-raised",
  "editorWidget.border": "--color-border",
  "editorWidget.foreground": "--color-text",
  "input.background": "--color-surface",
  "input.foreground": "--color-text",
  "input.border": "--color-border-control",
  "input.placeholderForeground": "--color-text-muted",
  "inputOption.activeBackground": "--color-surface-selected",
  "inputOption.activeForeground": "--color-text",
  "inputOption.activeBorder": "--color-accent",
  "editor.findMatchBackground": "--color-surface-selected",
  "editor.findMatchBorder": "--color-accent",
  "editor.findMatchHighlightBackground": "--color-tint",
};

const tokens = [
  { token: "comment", colour: "--color-text-muted", fontStyle: "italic" },
  { token: "string", colour: "--color-code-string" },
  { token: "number", colour: "--color-code-number" },
  { token: "keyword", colour: "--color-code-number" },
  { token: "key", colour: "--color-text" },
  { token: "delimiter", colour: "--color-text-muted" },
];

const used = [...new Set([...Object.values(colours), ...tokens.map(({ colour }) => colour)])];
const none = "#00000000";

const isDark = () =>
  getComputedStyle(document.documentElement).colorScheme === "dark" ||
  (document.documentElement.dataset["theme"] !== "light" &&
    matchMedia("(prefers-color-scheme: dark)").matches);

/** Returns the theme with the current colours of the page. */
export function editorTheme(): editor.IStandaloneThemeData {
  const known = themeColours(used);
  const resolved = (name: string) => known.get(name) ?? "#808080";
  return {
    base: isDark() ? "vs-dark" : "vs",
    // The rules of the base theme differ between light and dark, and lines drawn before a switch keep its rule numbers.
    inherit: false,
    rules: tokens.map(({ colour, ...rule }) => ({ ...rule, foreground: resolved(colour).slice(1, 7) })),
    colors: {
      ...Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, resolved(colour)])),
      "editor.lineHighlightBorder": none,
      "editorBracketMatch.border": none,
      focusBorder: none,
    },
  };
}
