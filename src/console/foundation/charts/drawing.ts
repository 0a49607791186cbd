// A drawing that is whole without the page: one SVG file, or band by band for pictures of pixels.

/** Rows of a drawing between two heights; nothing in it reaches beyond them. */
export interface Band {
  /** px */
  top: number;
  /** px */
  height: number;
  /** Its elements, each at its place in the whole. */
  svg: string;
}

export interface Drawing {
  /** px */
  width: number;
  /** px */
  height: number;
  /** Colour under everything. */
  ground: string;
  /** CSS that brings the font along. */
  style: string;
  /** The drawing in words, as elements for those who cannot see it. */
  words: string;
  /** From top to bottom, without gaps. */
  bands: readonly Band[];
}

/** A band of a drawing as a picture of its own. */
export const svgOfBand = ({ width, ground, style }: Drawing, { top, height, svg }: Band) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${top} ${width} ${height}" role="img" font-family="'Inter Variable', Inter, system-ui, sans-serif" font-size="13" font-weight="420">`,
    `<style>${style}</style>`,
    `<rect y="${top}" width="${width}" height="${height}" fill="${ground}"/>`,
    svg,
    "</svg>",
  ].join("");

export function svgOf(drawing: Drawing): string {
  const svg = [drawing.words, ...drawing.bands.map((band) => band.svg)].join("");
  return svgOfBand(drawing, { top: 0, height: drawing.height, svg });
}
