// Turns a drawing into a PNG, band by band, so that the page stays responsive even for a plot of hundreds of metrics.
import { type Band, type Drawing, svgOfBand } from "#console/foundation/charts/drawing.ts";

/** Maximum height of a canvas in browsers, in px. */
const highest = 16_000;
/** Pixel density of a high-density screen; it is lowered for long plots, so that the file stays small. */
const densest = 2;
const mostPixels = 5_000_000;

export const densityOf = ({ width, height }: Pick<Drawing, "width" | "height">) =>
  Math.min(densest, highest / height, Math.max(1, Math.sqrt(mostPixels / (width * height))));

/** Yields to the browser so that it can handle input in between. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

async function paintBand(
  pen: CanvasRenderingContext2D | null,
  drawing: Drawing,
  band: Band,
  density: number,
): Promise<void> {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svgOfBand(drawing, band)], { type: "image/svg+xml" }));
  try {
    await picture.decode();
    await pause();
    // Rounded to whole pixels, so that no seam shows between two bands.
    const top = Math.round(band.top * density);
    const height = Math.round((band.top + band.height) * density) - top;
    pen?.drawImage(picture, 0, top, Math.round(drawing.width * density), height);
  } finally {
    URL.revokeObjectURL(picture.src);
  }
  await pause();
}

/** Rejects if the browser cannot draw the plot. */
export async function pngOf(drawing: Drawing): Promise<Blob> {
  const density = densityOf(drawing);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(drawing.width * density);
  canvas.height = Math.round(drawing.height * density);
  const pen = canvas.getContext("2d");
  for (const band of drawing.bands) await paintBand(pen, drawing, band, density);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("This browser cannot draw the plot as a picture.");
  return blob;
}
