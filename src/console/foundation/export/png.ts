// From a drawing to a picture of pixels, band by band: a plot of hundreds of metrics leaves the page answering.
import { type Band, type Drawing, svgOfBand } from "#console/foundation/charts/drawing.ts";

/** Browsers draw no higher canvas. */
const highest = 16_000;
/** Of a screen of double density; long plots come down so that the file stays small. */
const densest = 2;
const mostPixels = 5_000_000;

export const densityOf = ({ width, height }: Pick<Drawing, "width" | "height">) =>
  Math.min(densest, highest / height, Math.max(1, Math.sqrt(mostPixels / (width * height))));

/** Lets the browser answer the reader in between. */
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
    // On whole pixels, so that no seam shows between two bands.
    const top = Math.round(band.top * density);
    const height = Math.round((band.top + band.height) * density) - top;
    pen?.drawImage(picture, 0, top, Math.round(drawing.width * density), height);
  } finally {
    URL.revokeObjectURL(picture.src);
  }
  await pause();
}

/** Fails where the browser cannot draw the plot. */
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
