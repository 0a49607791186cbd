// The plot of the scorecard is one chart over its rows: each interval must be drawn in its own row, at the position of its
// number.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const scorecard = (page: Page) => page.getByRole("table", { name: /Change of each metric/ });

/** Rows with an interval, the points drawn within each (px from zero), and px from zero to the ends of the scale. */
const drawn = (page: Page) =>
  scorecard(page).evaluate((table) => {
    const middle = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    const labels = [...table.querySelectorAll("thead th svg text")];
    const zero = middle(labels.find(({ textContent }) => /^0\s%$/.test(textContent)) ?? table).x;
    const [start, end] = [labels[0], labels.at(-1)];
    const endOf = (label: Element | undefined) =>
      label && { text: label.textContent, at: middle(label).x - zero };
    const marks = [...(table.parentElement?.querySelectorAll(":scope > div svg > g[stroke$='mark)']") ?? [])];
    const points = marks.map((mark) => middle(mark.lastElementChild ?? mark));
    const rows = [...table.querySelectorAll("tbody tr[aria-label*=', interval ']")].map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const own = points.filter(({ y }) => y > top && y < bottom);
      return { name: row.ariaLabel ?? "", points: own.map(({ x }) => x - zero) };
    });
    return { rows, marks: marks.length, start: endOf(start), end: endOf(end) };
  });

/**
 * Points that are not where the number of their row says, with the distance in px; the chart follows its page one frame
 * later.
 */
async function displaced(page: Page) {
  const { rows, marks, start, end } = await drawn(page);
  const share = (end?.at ?? Number.NaN) / Number(end?.text.replaceAll(/[^\d.]/g, ""));
  const wrong = rows.flatMap(({ name, points }) => {
    const [, direction, size] = /(up|down) ([\d.]+)\s%/.exec(name) ?? [];
    const change = (direction === "down" ? -1 : 1) * Number(size);
    // Beyond the ends of the scale an arrow is drawn at the end.
    const [first = 0, last = 0] = [start?.at, end?.at];
    const isCut = change * share < first - 1 || change * share > last + 1;
    const to = isCut ? Math.max(first - 4, Math.min(last + 4, change * share)) : change * share;
    const distance = Math.abs((points[0] ?? Number.NaN) - to) - (isCut ? 4 : 0);
    return points.length === 1 && distance < 2
      ? []
      : [`${name}: ${points.length} points, ${distance} px away`];
  });
  return rows.length > 0 && rows.length === marks ? wrong : [`${rows.length} rows, ${marks} intervals`];
}

const expectInPlace = (page: Page) => expect.poll(() => displaced(page)).toEqual([]);

for (const width of [1440, 390])
  test(`each interval stands in its row and where its number says, at ${width} px`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
    await expectInPlace(page);
    await scorecard(page).getByRole("button", { name: "Details of Orders, One page", exact: true }).click();
    await expect(scorecard(page).getByRole("rowheader", { name: "MDE" })).toBeVisible();
    await expectInPlace(page);
    await scorecard(page)
      .getByRole("button", { name: /^country \d+ slices/ })
      .click();
    await expect(
      scorecard(page)
        .getByRole("row", { name: /exploratory/ })
        .first(),
    ).toBeVisible();
    await expectInPlace(page);
    await page.getByRole("searchbox", { name: /Filter/ }).fill("express");
    await expect(scorecard(page).getByRole("row", { name: /, One page against/ })).toHaveCount(0);
    await expectInPlace(page);
    await page.setViewportSize({ width: width - 60, height: 900 });
    await expectInPlace(page);
  });

test("the plot has the room of the page, and its scale is dragged", async ({ signedIn: page, service }) => {
  const plot = scorecard(page).getByRole("columnheader", { name: /Interval, drawn/ });
  const [left, right] = ["Left", "Right"].map((side) =>
    page.getByRole("slider", { name: `${side} end of the scale` }),
  );
  const wide = [
    { width: 1440, height: 900, least: 360 },
    { width: 1366, height: 768, least: 280 },
  ];
  for (const { least, ...size } of wide) {
    await page.setViewportSize(size);
    await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
    await expectInPlace(page);
    expect((await plot.boundingBox())?.width).toBeGreaterThanOrEqual(least);
    const first = await scorecard(page)
      .getByRole("row", { name: / against / })
      .first()
      .boundingBox();
    expect((first?.y ?? Infinity) + (first?.height ?? 0), "the first result is in view").toBeLessThan(
      size.height,
    );
  }
  const before = await left?.getAttribute("aria-valuetext");
  const box = await right?.boundingBox();
  if (!left || !right || !box) throw new Error("The scale has no ends");
  await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(page).toHaveURL(/axis=/);
  expect(Number(await right.getAttribute("aria-valuenow"))).toBeGreaterThan(60);
  await expect(left).toHaveAttribute("aria-valuetext", before ?? "");
  await expectInPlace(page);
  await page.reload();
  await expectInPlace(page);
  expect(Number(await right.getAttribute("aria-valuenow"))).toBeGreaterThan(60);
  await page.getByRole("button", { name: "Fit primary" }).click();
  await expect(page).not.toHaveURL(/axis=/);
  await right.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/axis=/);
  await expectInPlace(page);
});
