// What an exported picture takes from the page, so that it is whole without it: the colours of the light theme, and the font.
import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

const coloursBy = (read: (variable: string) => string) => ({
  surface: read("--surface"),
  text: read("--text"),
  muted: read("--text-muted"),
  faint: read("--text-faint"),
  border: read("--border"),
  borderStrong: read("--border-strong"),
  borderControl: read("--border-control"),
  sunken: read("--surface-sunken"),
  selected: read("--surface-selected"),
  accent: read("--accent"),
  warning: read("--warning"),
  danger: read("--danger"),
  better: read("--positive-mark"),
  worse: read("--negative-mark"),
  inconclusive: read("--neutral-mark"),
  betterText: read("--positive"),
  worseText: read("--negative"),
});

export type Colours = ReturnType<typeof coloursBy>;

const variables = Object.entries(coloursBy((variable) => `var(${variable})`));

/** Markup with colours in place of the theme's variables. */
export function inColours(markup: string, colours: Colours): string {
  const values = new Map(Object.entries(colours));
  return variables.reduce(
    (text, [name, variable]) => text.replaceAll(variable, values.get(name) ?? "black"),
    markup,
  );
}

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

/** Six hexadecimal digits after "#", as every program reads them, by painting the colour; black where nothing can be painted. */
function hexOf(colour: string): string {
  const pen = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!pen) return "black";
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Built styles decide light or dark at the root, so it is light while `read` runs; nothing is drawn meanwhile. */
function inLightTheme<Read>(read: () => Read): Read {
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
  const colours = coloursBy((variable) => {
    probe.style.color = `var(${variable})`;
    return hexOf(getComputedStyle(probe).color);
  });
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
