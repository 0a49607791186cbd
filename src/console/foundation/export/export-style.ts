// The styles that are embedded in an exported picture so that it does not depend on the page: the light theme's colours, and
// the font.
import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { themeColour } from "#console/foundation/ui/theme-colour.ts";

const coloursBy = (read: (variable: string) => string) => ({
  surface: read("--color-surface"),
  text: read("--color-text"),
  muted: read("--color-text-muted"),
  faint: read("--color-text-faint"),
  border: read("--color-border"),
  borderStrong: read("--color-border-strong"),
  borderControl: read("--color-border-control"),
  sunken: read("--color-surface-sunken"),
  selected: read("--color-surface-selected"),
  accent: read("--color-accent"),
  warning: read("--color-warning"),
  danger: read("--color-danger"),
  better: read("--color-positive-mark"),
  worse: read("--color-negative-mark"),
  inconclusive: read("--color-neutral-mark"),
  betterText: read("--color-positive"),
  worseText: read("--color-negative"),
});

export type Colours = ReturnType<typeof coloursBy>;

const variables = Object.entries(coloursBy((variable) => `var(${variable})`));

/** Replaces the theme's variables in markup with colours. */
export function resolveThemeColours(markup: string, colours: Colours): string {
  const values = new Map(Object.entries(colours));
  return variables.reduce(
    (text, [name, variable]) => text.replaceAll(variable, values.get(name) ?? "black"),
    markup,
  );
}

export interface ExportStyle {
  colours: Colours;
  /** CSS that embeds the font; empty if the font could not be loaded. */
  fontFace: string;
}

/** Replaces the colours of better and worse with neutral ones, for results without a verdict, as on the page. */
export const withoutJudgement = (colours: Colours): Colours => ({
  ...colours,
  better: colours.inconclusive,
  worse: colours.inconclusive,
  betterText: colours.muted,
  worseText: colours.muted,
});

/** Choice: exported pictures and reports use the light theme, whatever the theme of the console. Colours are black where the browser cannot paint. */
function readColours(): Colours {
  // The built styles choose light or dark at the root, so the root is set to light for a moment; nothing is painted meanwhile.
  const root = document.documentElement;
  const theme = root.getAttribute("data-theme");
  root.setAttribute("data-theme", "light");
  try {
    return coloursBy((variable) => themeColour(variable)?.slice(0, 7) ?? "black");
  } finally {
    if (theme === null) root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  }
}

async function readFontFace(): Promise<string> {
  const response = await fetch(interUrl);
  if (!response.ok) throw new Error("The font is not there");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url("data:font/woff2;base64,${data}") format("woff2")}`;
}

let fontFace: Promise<string> | undefined;

/** Leaves out the font if it cannot be fetched; viewers then use their fallback font. */
export async function readExportStyle(): Promise<ExportStyle> {
  fontFace ??= readFontFace().catch(() => {
    fontFace = undefined;
    return "";
  });
  return { colours: readColours(), fontFace: await fontFace };
}
