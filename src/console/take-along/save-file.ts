// From a text or a drawing to a file on the reader's machine.
import type { Drawing } from "./plot-svg.ts";

/** "one_page_checkout-2026-11-21.svg" */
export function fileName(id: string, ending: string, now: number): string {
  const safe = id.replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "");
  return `${safe || "experiment"}-${new Date(now).toISOString().slice(0, 10)}.${ending}`;
}

export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Browsers draw no higher canvas. */
const highest = 16_000;
/** Of a screen of double density; long plots come down so that drawing them stays quick. */
const densest = 2;
const mostPixels = 5_000_000;

export const densityOf = ({ width, height }: Pick<Drawing, "width" | "height">) =>
  Math.min(densest, highest / height, Math.max(1, Math.sqrt(mostPixels / (width * height))));

/** Fails where the browser cannot draw the plot. */
export async function pngOf(drawing: Drawing): Promise<Blob> {
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([drawing.svg], { type: "image/svg+xml" }));
  try {
    await picture.decode();
    const density = densityOf(drawing);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(drawing.width * density);
    canvas.height = Math.round(drawing.height * density);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("This browser cannot draw the plot as a picture.");
    return blob;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}
