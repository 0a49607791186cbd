// The bars of the scorecard as seen with red-green or total colour blindness, measured from the pixels of the page.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const rows = {
  better: "Orders, One page and express pay",
  worse: "Support contacts, One page and express pay",
  inconclusive: "Orders, One page against",
};

/** The centre of the point drawn in a row. */
const pointOf = (page: Page, name: string) =>
  page.getByRole("table", { name: /Change of each metric/ }).evaluate((table, start) => {
    const row = [...table.querySelectorAll("tbody tr")].find(({ ariaLabel }) => ariaLabel?.startsWith(start));
    row?.scrollIntoView({ block: "center" });
    const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
    const points = [...(table.parentElement?.querySelectorAll(":scope > div svg > g[stroke$='mark)']") ?? [])]
      .map((mark) => (mark.lastElementChild ?? mark).getBoundingClientRect())
      .map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 }));
    return points.find(({ y }) => y > top && y < bottom);
  }, name);

/** px around a point, enough for its shape and a part of the bar. */
const half = 12;

/** The relative luminance (WCAG 2) of each pixel around the point of a row, line by line. */
async function luminanceAround(page: Page, name: string): Promise<number[][]> {
  let point = await pointOf(page, name);
  // The chart follows the scrolling one frame later.
  await expect
    .poll(async () => {
      const before = point;
      point = await pointOf(page, name);
      return point !== undefined && before?.x === point.x && before.y === point.y;
    })
    .toBe(true);
  if (!point) throw new Error(`${name} has no point`);
  const [x, y] = [Math.round(point.x) - half, Math.round(point.y) - half];
  const picture = await page.screenshot({
    clip: { x, y, width: 2 * half, height: 2 * half },
    caret: "initial",
  });
  const reader = await page.context().newPage();
  const lines = await reader.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const data = [...(context?.getImageData(0, 0, image.width, image.height).data ?? [])];
      const linear = (part = 0) =>
        part / 255 <= 0.040_45 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      return Array.from({ length: image.height }, (_, line) =>
        Array.from({ length: image.width }, (_, column) => {
          const at = 4 * (line * image.width + column);
          return 0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
        }),
      );
    },
    `data:image/png;base64,${picture.toString("base64")}`,
  );
  await reader.close();
  return lines;
}

const contrast = (a = 0, b = 0) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** The contrast beside the point: of the bar's outline and of its middle, against the background above it. */
function barIn(lines: readonly number[][]) {
  const beside = lines.map((line) => line[2]);
  const ground = beside[2];
  return {
    outline: Math.max(...beside.slice(half - 6, half).map((px) => contrast(px, ground))),
    middle: contrast(beside[half], ground),
  };
}

/** Number of pixels that differ clearly between the two. */
const differing = (a: readonly number[][], b: readonly number[][]) =>
  a.flatMap((line, y) => line.filter((px, x) => contrast(px, b[y]?.[x]) > 1.5)).length;

for (const colorScheme of ["light", "dark"] as const)
  test(`better, worse and inconclusive differ without colour, on a ${colorScheme} ground`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.url}/demo/experiments/one_page_checkout?axis=%22all%22`);
    await expect(page.getByRole("row", { name: new RegExp(`^${rows.worse} against`) })).toContainText(
      "worse",
    );
    const eyes = await page.context().newCDPSession(page);
    for (const type of ["none", "deuteranopia", "achromatopsia"] as const) {
      await eyes.send("Emulation.setEmulatedVisionDeficiency", { type });
      const better = await luminanceAround(page, rows.better);
      const worse = await luminanceAround(page, rows.worse);
      const inconclusive = await luminanceAround(page, rows.inconclusive);
      for (const [name, solid] of Object.entries({ better, worse })) {
        expect(barIn(solid).outline, `${name}, ${type}`).toBeGreaterThanOrEqual(3);
        expect(barIn(solid).middle, `${name} is solid, ${type}`).toBeGreaterThanOrEqual(3);
      }
      expect(barIn(inconclusive).outline, `inconclusive, ${type}`).toBeGreaterThanOrEqual(3);
      expect(barIn(inconclusive).middle, `inconclusive is hollow, ${type}`).toBeLessThan(1.2);
      expect(differing(better, worse), `better and worse, ${type}`).toBeGreaterThanOrEqual(16);
    }
  });
