import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** As printing begins: on paper's terms, and told so. */
async function print(page: Page) {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
}

test("printed results have every column and whole names, also from a narrow window", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  const table = page.getByRole("table", { name: /Change of each metric/ });
  await expect(table).toBeVisible();
  const columns = table.getByRole("columnheader");
  const cut = () =>
    table.evaluate((element) =>
      [...element.querySelectorAll("b, span")]
        .filter((each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflow === "hidden")
        .map(({ textContent }) => textContent),
    );
  expect(await columns.allInnerTexts()).not.toContain("Can find");

  await print(page);
  const shown = (await columns.allInnerTexts()).join(" ");
  expect(shown).toMatch(/Metric.*Test group.*Units.*Mean.*Change.*Result.*Sequential interval.*p.*Can find/s);
  expect((await cut()).filter((text) => text !== "Interval, drawn")).toEqual([]);
  await expect(page.getByText(/^Printed /)).toBeVisible();
  for (const hidden of [
    page.getByRole("complementary", { name: "Main" }),
    page.getByRole("navigation"),
    page.getByRole("button", { name: "Export" }),
    page.getByRole("searchbox"),
  ])
    await expect(hidden.filter({ visible: true })).toHaveCount(0);
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(paper).toBe("light");
});

test("a printed config has its whole value", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/dynamic_configs/shipping_options`);
  await expect(page.getByRole("heading", { level: 1, name: "Shipping options" })).toBeVisible();
  await expect(page.locator(".monaco-editor").first()).toBeVisible();
  await print(page);
  await expect(page.getByText(/^\{ carriers: .*note: "staff price" \}$/)).toBeVisible();
  await expect(page.locator(".monaco-editor").first()).toBeHidden();
});
