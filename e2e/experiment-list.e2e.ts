import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

const table = (page: Page) => page.getByRole("table", { name: "Experiments" });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name, exact: true }) });
const bands = (page: Page) => table(page).getByRole("rowheader");

/** Reloads until the service has computed the results that the list lacked when first read. */
async function openComputed(page: Page, url: string) {
  await expect(async () => {
    await page.goto(`${url}/demo/experiments`);
    await expect(row(page, "One-page checkout")).toContainText("Decide by");
    await expect(row(page, "Sharper images")).toContainText("SRM");
    await expect(page.getByRole("button", { name: "Read again" })).toBeHidden({ timeout: 500 });
  }).toPass();
}

test("see what needs somebody first, and follow a next step to where it is taken", async ({
  signedIn: page,
  service,
}) => {
  await openComputed(page, service.url);
  await expect(page.getByText(/^\d+ shown, 1 archived/)).toBeVisible();
  await expect(bands(page)).toHaveText([
    /^Needs a decision\d$/,
    /^Fails its checks\d$/,
    /^Running\d$/,
    /^Planned\d$/,
    /^Decided\d$/,
  ]);
  await expect(row(page, "One-page checkout")).toContainText("Support contacts");
  await expectAccessible(page);

  await table(page).getByRole("link", { name: "Fix the split: Sharper images" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sharper images" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Health checks" })).toContainText("SRM");
  await page.goBack();
  await table(page).getByRole("link", { name: "Start: Express pay copy" }).click();
  await expect(page).toHaveURL(/tab=setup/);
});

test("search, sort and filter in the service, one page at a time", async ({ signedIn: page, service }) => {
  await openComputed(page, service.url);
  const names = table(page).locator("tbody td:first-child a");
  await page.getByRole("searchbox", { name: "Filter by name or id" }).fill("chat");
  await expect(names).toHaveText(["Chat assistant"]);
  await expect(page.getByText("1 shown, 1 archived")).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter by name or id" }).fill("");
  await table(page).getByRole("button", { name: "Name" }).click();
  await expect(bands(page)).toHaveCount(0);
  // Another test on this service may have added one.
  await expect(names.first()).toHaveText(/^(Attic|Chat assistant)$/);
  await page.getByRole("button", { name: "Owner" }).click();
  await page.getByRole("checkbox", { name: "Priya Raman" }).check();
  await expect(names).toHaveText(["Product video", "Recommendations first", "Wishlist hearts"]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Show the archived experiments" }).click();
  await expect(page.getByText("1 shown")).toBeVisible();
});

test("rows become cards on a phone, under an axis that stays in view", async ({
  signedIn: page,
  service,
}) => {
  await openComputed(page, service.url);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.reload();
    await expect(bands(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await row(page, "Free shipping bar").scrollIntoViewIfNeeded();
    const axis = table(page).getByRole("columnheader", { name: "Interval" });
    await expect.poll(async () => (await axis.boundingBox())?.y).toBeLessThan(60);
    await expect(axis).toBeInViewport();
  }
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("combobox", { name: "Sort" }).selectOption("Worst guardrail");
  await expect(page).toHaveURL(/sort=guardrail/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await expectAccessible(page);
});

test("on a phone the first step draws the cards in view, and no more", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Disables idle callbacks, so that the second step never comes.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  await page.goto(`${service.url}/demo/experiments`);
  const cards = table(page).locator("tr[tabindex]");
  await expect(cards.first()).toBeVisible();
  const ends = await cards.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  expect(ends.length).toBeLessThanOrEqual(6);
  expect(ends.at(-1)).toBeGreaterThanOrEqual(844);
});

const rightOf = (element: Locator) =>
  element.evaluate((box) => Math.round(box.getBoundingClientRect().right));

test("the days leave where there is no room, and names keep 180 pixels at every width", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/experiments`);
  const name = table(page).locator("tbody tr[tabindex] td").first();
  const days = table(page).getByRole("columnheader", { name: "Days" });
  const next = table(page).getByRole("columnheader", { name: "Next step" });
  for (const [width, hasDays] of [
    [1440, true],
    [1366, true],
    [1280, true],
    [1101, false],
    [1000, false],
    [901, false],
    [768, false],
    [721, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => ((await name.boundingBox())?.width ?? 0) >= 180, { message: `at ${width}` })
      .toBe(true);
    await expect(days).toBeVisible({ visible: hasDays });
    // Cards have no header; at larger widths the columns fill all of the space.
    if (width > 900) expect(await rightOf(next)).toBe(await rightOf(table(page)));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});
