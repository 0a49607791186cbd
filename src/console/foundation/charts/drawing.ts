// A drawing that is whole without the page: one SVG file, or band by band for pictures of pixels.

/** Rows of a drawing between two heights; nothing in it reaches beyond them. */
export interface Band {
  /** px */
  top: number;
  /** px */
  height: number;
  /** What is drawn, at its place in the whole. */
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
  /** What the drawing says, as elements for those who cannot see it. */
  words: string;
  /** From top to bottom, without gaps. */
  bands: readonly Band[];
}

const written = (
  { width, ground, style }: Drawing,
  { top, height }: Pick<Band, "top" | "height">,
  content: string,
) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${top} ${width} ${height}" role="img" font-family="'Inter Variable', Inter, system-ui, sans-serif" font-size="13" font-weight="420">`,
    `<style>${style}</style>`,
    `<rect y="${top}" width="${width}" height="${height}" fill="${ground}"/>`,
    content,
    "</svg>",
  ].join("");

export const svgOf = (drawing: Drawing) =>
  written(
    drawing,
    { top: 0, height: drawing.height },
    `${drawing.words}${drawing.bands.map(({ svg }) => svg).join("")}`,
  );

export const svgOfBand = (drawing: Drawing, band: Band) => written(drawing, band, band.svg);
