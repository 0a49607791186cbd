// What an exported picture takes from the page, so that it is whole without it: the colours of the light theme, and the font.
import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { hexOf, hexOfBytes } from "./hex-colour.ts";

const names = {
  surface: "--surface",
  text: "--text",
  muted: "--text-muted",
  faint: "--text-faint",
  border: "--border",
  accent: "--accent",
  warning: "--warning",
  better: "--positive-mark",
  worse: "--negative-mark",
  inconclusive: "--neutral-mark",
  betterText: "--positive",
  worseText: "--negative",
} as const;

export type Colours = Record<keyof typeof names, string>;

export interface ExportStyle {
  colours: Colours;
  /** CSS that brings the font along; empty where it could not be read. */
  fontFace: string;
}

/** Without a verdict no colour gives one, as on the page. */
export const withoutJudgement = (colours: Colours): Colours => ({
  ...colours,
  better: colours.inconclusive,
  worse: colours.inconclusive,
  betterText: colours.muted,
  worseText: colours.muted,
});

/** A colour in whatever notation the browser computes, such as the lab() of built styles, by painting it. */
function paintedHex(colour: string): string | undefined {
  if (colour === "" || typeof OffscreenCanvas === "undefined") return undefined;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) return undefined;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return hexOfBytes(canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
}

/** As every program reads it; black where it is no colour. */
export const readableColour = (computed: string) => hexOf(computed) ?? paintedHex(computed) ?? "black";

/** Built styles decide light or dark at the root, so it is light while `read` runs; nothing is drawn meanwhile. */
export function inLightTheme<Read>(read: () => Read): Read {
  const root = document.documentElement;
  const theme = root.getAttribute("data-theme");
  root.setAttribute("data-theme", "light");
  try {
    return read();
  } finally {
    if (theme === null) root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  }
}

/** Choice: exported pictures and reports are light, whatever the theme. */
const readColours = () => inLightTheme(readCurrentColours);

function readCurrentColours(): Colours {
  const probe = document.createElement("span");
  document.body.append(probe);
  const read = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return readableColour(getComputedStyle(probe).color);
  };
  const colours = {
    surface: read(names.surface),
    text: read(names.text),
    muted: read(names.muted),
    faint: read(names.faint),
    border: read(names.border),
    accent: read(names.accent),
    warning: read(names.warning),
    better: read(names.better),
    worse: read(names.worse),
    inconclusive: read(names.inconclusive),
    betterText: read(names.betterText),
    worseText: read(names.worseText),
  };
  probe.remove();
  return colours;
}

const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      typeof reader.result === "string" ? resolve(reader.result) : reject(new Error("The font has no text")),
    );
    reader.addEventListener("error", () => reject(new Error("The font could not be read")));
    reader.readAsDataURL(blob);
  });

async function readFontFace(): Promise<string> {
  const response = await fetch(interUrl);
  if (!response.ok) throw new Error("The font is not there");
  const data = await asDataUrl(new Blob([await response.arrayBuffer()], { type: "font/woff2" }));
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;src:url("${data}") format("woff2")}`;
}

let fontFace: Promise<string> | undefined;

/** Without the font where it cannot be fetched; readers then fall back to their own. */
export async function readExportStyle(): Promise<ExportStyle> {
  fontFace ??= readFontFace().catch(() => {
    fontFace = undefined;
    return "";
  });
  return { colours: readColours(), fontFace: await fontFace };
}
