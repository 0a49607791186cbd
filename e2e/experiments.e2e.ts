import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

const scorecard = (page: Page) => page.getByRole("table", { name: /Change of each metric/ });
const row = (page: Page, name: string | RegExp) => scorecard(page).getByRole("row", { name });

test("read a verdict and follow a number to its bar", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  const verdict = page.getByRole("region", { name: "What the data say" });
  await expect(verdict.getByRole("heading", { level: 2 })).toContainText("is better than");
  await expect(verdict.getByRole("listitem").first()).toContainText("Orders rose by");
  await expect(page.getByRole("region", { name: "Health checks" })).toContainText("1 warning in 7 checks");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: null });

  await verdict.getByRole("link").first().click();
  await expect(page).toHaveURL(/mark=Orders/);
  const marked = row(page, /^Orders, One page and express pay/);
  await expect(marked).toBeFocused();
  await expect(marked).toHaveAttribute("aria-selected", "true");
  await expect(marked).toBeInViewport();
});

test("the first result is in view on a small laptop, and the verdict is one stop of the keyboard", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const id of ["one_page_checkout", "free_shipping_bar", "delivery_promise"]) {
    await page.goto(`${service.url}/demo/experiments/${id}`);
    await expect(row(page, / against /).first()).toBeInViewport({ ratio: 1 });
    const said = page.getByRole("region", { name: "What the data say" });
    expect(await said.getByRole("listitem").count()).toBeLessThanOrEqual(3);
  }
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  const links = page.getByRole("region", { name: "What the data say" }).getByRole("link");
  await expect(links.nth(1)).toHaveAttribute("tabindex", "-1");
  await links.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(links.and(page.locator(":focus"))).toHaveCount(0);

  // Ship, wait or stop, with gain against harm beside it: as a chart and as numbers.
  const choices = page.getByRole("region", { name: "Ship, wait or stop?" });
  await expect(choices.getByRole("definition")).toHaveCount(3);
  await expect(choices).toContainText("Suggested.");
  const figure = page.getByRole("figure", { name: "Gain against harm" });
  await expect(figure.locator("svg circle")).toHaveCount(2);
  await figure.getByText(/^Numbers/).click();
  await expect(figure.getByRole("row")).toHaveCount(3);
  await expectAccessible(page);
});

// The change of the revenue is 1.09 times its sequential margin at 80 %, and 0.91 times that at 99 %, at whatever hour the demo
// starts.
test("see a conclusion fall at 99 %, and take the reading back", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  const revenue = row(page, /^Revenue, One page and express pay/);
  const chooseLevel = async (level: RegExp) => {
    await page.getByRole("combobox", { name: /^Confidence level/ }).click();
    await page.getByRole("option", { name: level }).click();
  };
  await chooseLevel(/^80/);
  await expect(revenue).toContainText("better");
  await chooseLevel(/^99/);
  await expect(page).toHaveURL(/level=99/);
  await expect(revenue).toContainText("inconclusive");
  await expect(page.getByText("Not as set up:")).toBeVisible();
  await page.reload();
  await expect(revenue).toContainText("inconclusive");
  await page.getByRole("button", { name: "Read as set up" }).click();
  await expect(page).not.toHaveURL(/level=/);
  await expect(page.getByText("Not as set up:")).toBeHidden();

  await page.getByRole("button", { name: "Absolute" }).click();
  await expect(revenue).toContainText(/\+\d\.\d+/);
  await expect(page.getByRole("button", { name: "Absolute" })).toHaveAttribute("aria-pressed", "true");
});

test("find the slice behind a mixed result", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/experiments/delivery_promise`);
  await expect(row(page, /^Baskets, Range of days/)).toContainText("inconclusive");
  await scorecard(page).getByRole("button", { name: "Details of Baskets, Range of days" }).click();
  await expect(page).toHaveURL(/open=/);
  await scorecard(page).getByRole("button", { name: "country 7 slices" }).click();
  await expect(
    page.getByText(/By country, 7 slices\. Exploratory, not for deciding\. With 7 slices/),
  ).toBeVisible();
  const slices = scorecard(page).getByRole("row", { name: /, exploratory: / });
  await expect(slices).toHaveCount(7);

  await scorecard(page).getByRole("button", { name: "Change", exact: true }).click();
  await scorecard(page).getByRole("button", { name: "Change", exact: true }).click();
  const changes = async () => {
    const texts = await slices.getByRole("cell").filter({ hasText: "%" }).allTextContents();
    const shown = texts.filter((text) => !/^[+−\d.]+ to/.test(text)).map((text) => text.split("%")[0] ?? "");
    return shown.map((text) => Number(text.replace("−", "-").replace(/[+\s]/g, "")));
  };
  const numbers = await changes();
  expect(numbers).toHaveLength(7);
  await expect.poll(changes).toEqual(numbers.toSorted((a, b) => b - a));
  await expect(slices.first()).toHaveAttribute("aria-label", /rest/);

  // A slice has no result of its own, so it is sorted by its difference from the rest.
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("combobox", { name: "Sort by" }).click();
  await page.getByRole("option", { name: "Result" }).click();
  await page.getByRole("combobox", { name: "Order" }).click();
  await page.getByRole("option", { name: "Ascending" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/sort=result/);
  const middles = async () =>
    (
      await slices
        .getByRole("cell")
        .filter({ hasText: /%.* to / })
        .allTextContents()
    ).map((text) => {
      const ends = [
        ...text
          .split("%")
          .slice(1)
          .join("")
          .replaceAll("−", "-")
          .matchAll(/[+-][\d.]+/g),
      ].map(([end]) => Number(end));
      return ends.reduce((sum, end) => sum + end, 0);
    });
  await expect
    .poll(async () => {
      const found = await middles();
      return found.every((middle, index) => index === 0 || middle >= (found[index - 1] ?? 0));
    })
    .toBe(true);

  // Each of the six comparisons has this slice, and the search opens each.
  await page.getByRole("searchbox", { name: /Filter/ }).fill("NL");
  await expect(slices).toHaveCount(6);
  await page.reload();
  await expect(slices).toHaveCount(6);
  await expectAccessible(page);
});

test("follow a slice that differs from the rest to its row", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/experiments/free_shipping_bar`);
  const overview = page.getByRole("region", { name: "Slices" });
  await expect(overview).toContainText(
    /[34] of \d+ comparisons differ clearly from the rest; about 0\.8 would by chance/,
  );
  // Waits for the chart below, so that the row opens directly on the click.
  await page.getByRole("region", { name: "Over time" }).evaluate((section) => section.scrollIntoView());
  await expect(page.getByRole("slider", { name: "Change so far, by day" })).toBeVisible();
  await overview.getByRole("link", { name: "membership_tier gold, Orders" }).click();
  const slice = row(page, /^membership_tier gold, exploratory/);
  await expect(slice).toBeFocused();
  await expect(slice).toBeInViewport();
  await expect(slice).toHaveAttribute("aria-selected", "true");
  await page.reload();
  await expect(slice).toHaveAttribute("aria-selected", "true");
  await expect(slice).toBeInViewport();
});

test("read a chart with the keyboard alone", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  await row(page, /^Orders, One page against/).focus();
  await page.keyboard.press("ArrowDown");
  await expect(row(page, /^Orders, One page and express pay/)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Over time" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Over time" })).toBeFocused();

  const chart = page.getByRole("slider", { name: "Change so far, by day" });
  await expect(chart).toHaveAttribute("aria-valuetext", /^\d+ \w+: \+.* to .*users\.$/);
  const last = await chart.getAttribute("aria-valuetext");
  await chart.focus();
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuenow", "2");
  const second = await chart.getAttribute("aria-valuetext");
  expect(second).not.toBe(last);
  await expect(page.getByText(second ?? "")).toBeVisible();

  // The same numbers as a table.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const numbers = page.getByRole("region", { name: "Numbers of Change so far" });
  await expect(numbers.getByRole("row")).toHaveCount(20);

  // Exported pictures are light in either theme, and their colours are in a notation that every program reads.
  const picture = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save Change so far" }).click();
    await page.getByRole("menuitem", { name: "Save as SVG" }).click();
    return readFileSync(await (await saved).path(), "utf8");
  };
  const light = await picture("light");
  expect(light).not.toMatch(/lab\(|oklch|var\(/);
  expect(await picture("dark")).toBe(light);

  for (const [item, ending] of [
    ["Save as SVG", /so_far-.*\.svg$/],
    ["Save as PNG", /so_far-.*\.png$/],
    ["Save the numbers as CSV", /so_far-.*\.csv$/],
  ] as const) {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save Change so far" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    expect((await saved).suggestedFilename()).toMatch(ending);
  }
  await expectAccessible(page);
});

test("setup, groups and metrics are read without results, and are accessible", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/experiments/express_pay_copy?tab=results`);
  await expect(page.getByRole("heading", { name: "This experiment has not started." })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${service.url}/demo/experiments/one_page_checkout?tab=setup`);
  for (const tab of ["Setup", "Groups", "Metrics"]) {
    await page.getByRole("navigation", { name: "Parts" }).getByRole("link", { name: tab }).click();
    await expect(page).toHaveURL(new RegExp(`tab=${tab.toLowerCase()}`));
    await expectAccessible(page);
  }
});

test("on a phone nothing scrolls sideways, and the sign of a change is read with its direction", async ({
  signedIn: page,
  service,
}) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
    await expect(
      row(page, /^Support contacts, One page and express pay.*worse.*Lower is better/),
    ).toBeVisible();
    await page.getByRole("button", { name: "Show all analyses" }).click();
    await expect(page.getByRole("table", { name: /^Whether each result keeps its meaning/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await expectAccessible(page);
});

test("export a report, read it without the service, and come back to what has changed", async ({
  signedIn: page,
  service,
}, info) => {
  await page.goto(`${service.url}/demo/experiments/free_shipping_bar`);
  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save a report" }).click();
  const report = info.outputPath("report.html");
  await (await saved).saveAs(report);
  expect(readFileSync(report, "utf8")).not.toMatch(/<script|src="http|<link/);

  await page.goto(`file://${report}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Free shipping bar");
  await expect(page.getByText(/Orders/).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "See what has changed since" }).click();
  await expect(page.getByText(/^Nothing has changed since the report/)).toBeVisible();
  await expect(scorecard(page)).toBeVisible();
});
