// Converts colours to hexadecimal, because exported pictures are read by programs that do not know the OKLCH that browsers
// compute.

const oklch = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)/;
const rgb = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/;

type Triple = [number, number, number];

/**
 * Converts OKLCH to linear-light sRGB: lightness 0–1, chroma, and hue in degrees (Ottosson's OKLab); the result may lie
 * outside 0–1.
 */
export function linearRgbOf([lightness, chroma, hue]: Triple): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const encoded = (linear: number) =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
const digits = (share: number) =>
  Math.round(255 * Math.min(1, Math.max(0, share)))
    .toString(16)
    .padStart(2, "0");

/** Parses a computed colour in OKLCH into lightness, chroma and hue; undefined for other notations. */
export function readOklch(text: string): Triple | undefined {
  const [, lightness, percent, chroma, hue] = oklch.exec(text) ?? [];
  if (lightness === undefined) return undefined;
  return [Number(lightness) / (percent ? 100 : 1), Number(chroma), Number(hue)];
}

/** Formats red, green and blue from 0 to 255 as "#" and six hexadecimal digits. */
export const hexOfBytes = (channels: Iterable<number>): string =>
  `#${Array.from(channels, (channel) => digits(channel / 255)).join("")}`;

/**
 * Converts a computed colour to "#" and six hexadecimal digits, ignoring opacity; undefined for notations that browsers do
 * not compute to.
 */
export function hexOf(text: string): string | undefined {
  const colour = readOklch(text);
  if (colour) return `#${linearRgbOf(colour).map(encoded).map(digits).join("")}`;
  const [, ...channels] = rgb.exec(text) ?? [];
  if (channels.length === 0) return undefined;
  return hexOfBytes(channels.map(Number));
}
