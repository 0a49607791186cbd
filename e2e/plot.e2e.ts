// The plot of the scorecard is one chart over its rows: each interval must stand in its own row, where its number says.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const scorecard = (page: Page) => page.getByRole("table", { name: /Change of each metric/ });

/** Rows with an interval, the points drawn within each (px from zero), and px from zero to the end of the scale. */
const drawn = (page: Page) =>
  scorecard(page).evaluate((table) => {
    const middle = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    const labels = [...table.querySelectorAll("thead th svg text")];
    const zero = middle(labels.find(({ textContent }) => /^0\s%$/.test(textContent)) ?? table).x;
    const end = labels.at(-1);
    const marks = [...(table.parentElement?.querySelectorAll(":scope > div svg > g[stroke^='var']") ?? [])];
    const points = marks.map((mark) => middle(mark.lastElementChild ?? mark));
    const rows = [...table.querySelectorAll("tbody tr[aria-label*=', interval ']")].map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const own = points.filter(({ y }) => y > top && y < bottom);
      return { name: row.ariaLabel ?? "", points: own.map(({ x }) => x - zero) };
    });
    return { rows, marks: marks.length, end: end && { text: end.textContent, at: middle(end).x - zero } };
  });

/** Points that stand away from where the number of their row says, in px; the chart follows its page a frame later. */
async function displaced(page: Page) {
  const { rows, marks, end } = await drawn(page);
  const share = (end?.at ?? Number.NaN) / Number(end?.text.replaceAll(/[^\d.]/g, ""));
  const wrong = rows.flatMap(({ name, points }) => {
    const [, direction, size] = /(up|down) ([\d.]+)\s%/.exec(name) ?? [];
    const change = (direction === "down" ? -1 : 1) * Number(size);
    const distance = Math.abs((points[0] ?? Number.NaN) - change * share);
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
    await expect(
      scorecard(page)
        .getByRole("row", { name: /exploratory/ })
        .first(),
    ).toBeVisible();
    await expectInPlace(page);
    await page.getByRole("button", { name: "Over time" }).first().click();
    await expect(page.getByRole("slider", { name: "Change so far, by day" })).toBeVisible();
    await expectInPlace(page);
    await page.getByRole("searchbox", { name: /Filter/ }).fill("express");
    await expect(scorecard(page).getByRole("row", { name: /, One page against/ })).toHaveCount(0);
    await expectInPlace(page);
    await page.setViewportSize({ width: width - 60, height: 900 });
    await expectInPlace(page);
  });
