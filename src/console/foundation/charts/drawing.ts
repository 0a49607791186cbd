// A drawing that is complete without the page: written as one SVG file, or band by band for raster images.

/** The part of a drawing between two heights; no element of it extends beyond them. */
export interface Band {
  /** px */
  top: number;
  /** px */
  height: number;
  /** SVG elements of the band, positioned in the coordinates of the whole drawing. */
  svg: string;
}

export interface Drawing {
  /** px */
  width: number;
  /** px */
  height: number;
  /** Background colour. */
  ground: string;
  /** CSS that embeds the font. */
  style: string;
  /** A description of the drawing as elements for screen readers. */
  words: string;
  /** Bands from top to bottom, without gaps. */
  bands: readonly Band[];
}

/** Returns one band of a drawing as an SVG image of its own. */
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
