// Code that fails to load costs only the part that it draws, never the whole page.
import type { Page } from "@playwright/test";
import { fileOf } from "./console-files.ts";
import { apiKey, expect, test as base } from "./fixtures.ts";

/** A signed-in page whose console may contain errors about files that fail to load. */
const test = base.extend<{ opened: Page }>({
  opened: async ({ page, service }, provide) => {
    await page.goto(`${service.url}/demo/gates#key=${apiKey}`);
    await expect(page.getByRole("heading", { level: 1, name: "Gates" })).toBeVisible();
    await provide(page);
  },
});

const verdict = (page: Page) => page.getByRole("region", { name: "What the data say" });
const rail = (page: Page) => page.getByRole("complementary", { name: "Main" });
const missing = (page: Page, what: string) => page.getByRole("status").filter({ hasText: what });

/** Answers 404 for a file of the console until the page is reloaded, as after a new version; counts the loads. */
async function renew(page: Page, part: string, forGood = false) {
  const loads = { count: 0 };
  await page.route(`**${fileOf(part)}`, (route) =>
    forGood || loads.count === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on("domcontentloaded", () => (loads.count += 1));
  return loads;
}

const openCharts = (page: Page) =>
  page.getByRole("region", { name: "Over time" }).evaluate((section) => section.scrollIntoView());

test("a service that is away for a moment costs the charts and not the results", async ({
  opened: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  await expect(page.getByRole("table", { name: /Change of each metric/ })).toBeVisible();
  await service.kill();
  await openCharts(page);
  const notice = missing(page, "The charts could not be loaded.");
  await expect(notice).toContainText("What stands on the page stays.");
  await expect(verdict(page)).toContainText("Orders rose by");
  await expect(rail(page)).toContainText("Offline");
  await expect(page.getByText(/^The service cannot be reached\. You see what it answered at/)).toBeVisible();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toContainText("The service cannot be reached yet.");

  await service.start();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("slider", { name: "Change so far, by day" })).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(rail(page)).not.toContainText("Offline");
});

test("charts of an older version come with the newer one, and the page stands as it was", async ({
  opened: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout?level=99`);
  const loads = await renew(page, "over-time");
  await openCharts(page);
  await missing(page, "The charts could not be loaded.").getByRole("button", { name: "Try again" }).click();
  await expect(async () => {
    await openCharts(page);
    await expect(page.getByRole("slider", { name: "Change so far, by day" })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await expect(page).toHaveURL(/level=99/);
  expect(loads.count).toBe(1);
});

test("a tab from before a new version goes on to a page that it does not have", async ({ opened: page }) => {
  const loads = await renew(page, "experiment-list-page");
  await rail(page).getByRole("link", { name: "Experiments" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Experiments" })).toBeVisible();
  // The title is shown from the start, while the code of the page is loading.
  await expect.poll(() => loads.count).toBe(1);
});

test("a page that no version has is not asked for over and over", async ({ opened: page }) => {
  const loads = await renew(page, "experiment-list-page", true);
  await rail(page).getByRole("link", { name: "Experiments" }).click();
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  expect(loads.count).toBe(1);
  await rail(page).getByRole("link", { name: "Gates" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gates" })).toBeVisible();
});

test("a page that is opened while the service is away opens when it is back", async ({
  opened: page,
  service,
}) => {
  await service.kill();
  await rail(page).getByRole("link", { name: "Warehouse" }).click();
  await expect(page.getByRole("heading", { name: "The service cannot be reached" })).toBeVisible();
  await service.start();
  await expect(page.getByRole("heading", { level: 1, name: "Warehouse" })).toBeVisible();
});

test("a search that did not load can be closed, and opens the next time", async ({ opened: page }) => {
  let isThere = false;
  await page.route(`**${fileOf("palette")}`, (route) => (isThere ? route.continue() : route.abort()));
  await page.keyboard.press("Control+k");
  const notice = missing(page, "The search could not be loaded.");
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toBeHidden();
  isThere = true;
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
});

test("an export that did not load says so, and works the next time", async ({ opened: page, service }) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  let isThere = false;
  await page.route(`**${fileOf("csv")}`, (route) => (isThere ? route.continue() : route.abort()));
  const save = async () => {
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Save all numbers as CSV" }).click();
  };
  await save();
  const told = page.getByRole("dialog", { name: "This did not work: Save all numbers as CSV" });
  await expect(told).toContainText("A part of the console could not be loaded.");
  await expect(told).not.toContainText("The browser may not allow it");
  await told.getByRole("button", { name: "Close" }).click();
  isThere = true;
  const download = page.waitForEvent("download");
  await save();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});
