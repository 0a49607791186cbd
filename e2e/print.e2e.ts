import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** Simulates the start of printing: print styles and the event. */
async function print(page: Page) {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
}

test("printed results have every column and whole names, also from a narrow window", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 930, height: 900 });
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
  expect(await columns.allInnerTexts()).not.toContain("p");

  await print(page);
  const shown = (await columns.allInnerTexts()).join(" ");
  expect(shown).toMatch(/Metric.*Test group.*Change.*Sequential interval.*p/s);
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

/** px from the left: the scale according to its labels, the line at zero, and the points of the changes. */
const drawn = (page: Page) =>
  page.getByRole("table", { name: /Change of each metric/ }).evaluate((table) => {
    const middle = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    };
    const labels = [...table.querySelectorAll("thead th svg text")];
    const rows = [...table.querySelectorAll("tr[id^='row-']")].flatMap((row) => {
      const plot = [...row.querySelectorAll("td > svg")].at(-1);
      const [point, zero] = [
        plot?.querySelector("g > :last-child"),
        plot?.querySelector("line[stroke*='faint']"),
      ];
      return point && zero
        ? { name: row.getAttribute("aria-label") ?? "", point: middle(point), zero: middle(zero) }
        : [];
    });
    return { labels: labels.map((label) => ({ text: label.textContent, at: middle(label) })), rows };
  });

const numberIn = (text: string) => Number(text.replaceAll(/[^\d.]/g, ""));

test("printed bars stand where the scale says, on any paper", async ({ signedIn: page, service }) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  await expect(page.getByRole("table", { name: /Change of each metric/ })).toBeVisible();
  for (const width of [700, 800, 1040, 1500]) {
    await page.setViewportSize({ width, height: 900 });
    await print(page);
    const { labels, rows } = await drawn(page);
    const [zero, end] = [labels.find(({ text }) => /^0\s%$/.test(text)), labels.at(-1)];
    if (!zero || !end) throw new Error("The scale has no labels");
    expect(rows.length).toBeGreaterThan(3);
    const perUnit = (end.at - zero.at) / numberIn(end.text);
    for (const { name, point, zero: line } of rows) {
      expect.soft(Math.abs(line - zero.at), `${name} line at zero, ${width} px`).toBeLessThan(1.5);
      const [, direction, size = ""] = /(up|down) ([\d.]+)\s%/.exec(name) ?? [];
      if (!direction) continue;
      const change = direction === "up" ? Number(size) : -Number(size);
      if (change > numberIn(end.text) || change < -numberIn(labels[0]?.text ?? "")) continue;
      expect.soft(Math.abs(point - zero.at - change * perUnit), `${name} point, ${width} px`).toBeLessThan(2);
    }
  }
});
