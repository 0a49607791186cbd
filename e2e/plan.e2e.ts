// The plan of an experiment by keyboard alone: filled in from empty, a refused start, each finding fixed at its field, and the
// start.
import type { Locator, Page } from "@playwright/test";
import { apiKey, expect, expectAccessible, test } from "./fixtures.ts";

/** Maximum number of Tab presses to reach the next control. */
const farthest = 80;

/** Moves the focus to the target by Tab, like a keyboard user. */
async function tabTo(page: Page, target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  await target.waitFor();
  for (let presses = 0; presses < farthest && !(await isThere()); presses += 1)
    await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

test("a plan is filled from empty, saved and started by Tab, letters, arrows and Enter alone", async ({
  browser,
  service,
}) => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const keys = page.keyboard;
  const type = async (name: string, text: string) => {
    await tabTo(page, page.getByRole("textbox", { name, exact: true }));
    await keys.type(text);
  };
  const press = async (name: string) => {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).not.toHaveAttribute("aria-disabled", "true");
    await tabTo(page, button);
    await keys.press("Enter");
  };
  const choose = async (name: string, pick: () => Promise<void>) => {
    await tabTo(page, page.getByRole("combobox", { name, exact: true }));
    await keys.press("Enter");
    // Until the chosen option has the focus, a key would not reach the list.
    await expect(page.getByRole("option", { selected: true })).toBeFocused();
    await pick();
    await keys.press("Enter");
    await expect(page.getByRole("listbox")).toHaveCount(0);
  };
  await page.goto(`${service.url}/demo/experiments/new#key=${apiKey}`);
  await expect(page.getByRole("heading", { name: "New experiment" })).toBeVisible();

  await type("Name", "Taller cards");
  await type("Hypothesis: if we", "show taller cards");
  await choose("then the metric", () => keys.type("Orders"));
  await choose("will", () => keys.press("ArrowDown"));
  await type("by at least, percent", "5");
  await type("because", "more of the picture is seen");
  // Tab selects the content of a field, so that typing replaces it.
  await type("Allocation, percent of them", "50");
  await press("Parameter");
  await type("Name", "height");
  await press("Number");
  await press("Add it");
  await type("height of Control", "240");
  await type("height of Test", "320");
  await tabTo(page, page.getByRole("combobox", { name: "Add a metric" }));
  await keys.type("Orders");
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(page.getByRole("combobox", { name: "Role of Orders" })).toHaveText("Primary");
  await type("Duration", "21");
  await expect(page.getByText("Nothing keeps this plan from starting.")).toBeVisible();

  await press("Review start");
  await press("Start the experiment");
  await expect(page.getByText("Taller cards is started")).toBeVisible();
  expect(await service.call("GET", "/experiments/taller_cards")).toMatchObject({
    data: {
      status: "active",
      hypothesis:
        "If we show taller cards, then Orders falls by at least 5 %, because more of the picture is seen.",
      allocation: 50,
      duration: 21,
      groups: [
        { name: "Control", parameterValues: { height: 240 } },
        { name: "Test", parameterValues: { height: 320 } },
      ],
      primaryMetrics: [{ name: "Orders" }],
    },
  });
  await page.close();
});

test("a refused start shows every finding at once, each with the way to its field", async ({
  browser,
  service,
}) => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const parameters = [{ name: "height", type: "number", defaultValue: 240 }];
  await service.call("POST", "/layers", { name: "Shelf", parameters });
  const groups = ["Control", "Test"].map((name) => ({ name, size: 50, parameterValues: { height: 240 } }));
  const orders = [{ name: "Orders", type: "event_count" }];
  const inLayer = { layerID: "shelf", groups };
  const first = { ...inLayer, name: "First on the shelf", allocation: 70, primaryMetrics: orders };
  await service.call("POST", "/experiments", first);
  await service.call("PUT", "/experiments/first_on_the_shelf/start", {});
  const second = { ...inLayer, name: "Second on the shelf", allocation: 60 };
  await service.call("POST", "/experiments", second);

  const start = `${service.url}/demo/experiments/second_on_the_shelf?action=start`;
  const findings = page.getByRole("alertdialog").getByRole("alert").getByRole("listitem");
  for (const [label, field] of [
    ["Primary metrics", page.getByRole("combobox", { name: "Add a metric" })],
    ["Allocation", page.getByRole("textbox", { name: "Allocation, percent of them" })],
  ] as const) {
    await page.goto(`${start}#key=${apiKey}`);
    await expect(findings).toHaveText([
      "Primary metrics: At least one primary metric is needed",
      "Allocation: Only 30 % of the layer 'Shelf' is free: 'First on the shelf' has 70 %",
    ]);
    await expect(page.getByRole("button", { name: "Start the experiment" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await tabTo(page, findings.getByRole("link", { name: label }));
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
  }
  await expectAccessible(page);
  expect(await service.call("GET", "/experiments/second_on_the_shelf")).toMatchObject({
    data: { status: "setup" },
  });
  await page.close();
});

test("by keyboard alone a refused start is mended finding by finding, and the experiment is started", async ({
  browser,
  service,
}) => {
  // Layout shifts are not watched here, because the service's findings and the expected participants arrive after the dialog
  // has opened.
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const keys = page.keyboard;
  const press = async (name: string | RegExp) => {
    const button = page.getByRole("button", { name });
    await expect(button).not.toHaveAttribute("aria-disabled", "true");
    await button.focus();
    await keys.press("Enter");
  };
  const path = `${service.url}/demo/experiments/wider_cards`;
  const group = (name: string, parameterValues: object) => ({ name, size: 50, parameterValues });
  await service.call("POST", "/experiments", {
    id: "wider_cards",
    name: "Wider cards",
    groups: [group("Narrow", { width: 240 }), group("Wide", { width: 320 })],
  });
  await page.goto(`${path}?action=start#key=${apiKey}`);
  const findings = page.getByRole("alertdialog").getByRole("alert").getByRole("link");
  await expect(findings).toHaveText(["Primary metrics"]);
  await expectAccessible(page);

  await findings.first().focus();
  await keys.press("Enter");
  const metric = page.getByRole("combobox", { name: "Add a metric" });
  await expect(metric).toBeFocused();
  await keys.type("Orders");
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(page.getByRole("combobox", { name: /^Role of / })).toHaveText("Primary");
  const size = page.getByRole("textbox", { name: "Size of Wide, percent" });
  await size.focus();
  await keys.press("ControlOrMeta+a");
  await keys.type("40");
  await press(/^Go there$/);
  await expect(page.locator("[id^=field-groups]:focus")).toHaveCount(1);
  await size.focus();
  await keys.press("ControlOrMeta+a");
  await keys.type("50");
  await expect(page.getByText("Nothing keeps this plan from starting.")).toBeVisible();
  for (const width of [1366, 390, 320]) {
    await page.setViewportSize({ width, height: 768 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
        message: `at ${width} px`,
        timeout: 5000,
      })
      .toBe(0);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 768 });

  await press("Review start");
  await press(/^Save/);
  const start = page.getByRole("button", { name: "Start the experiment" });
  await expect(start).not.toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(/eligible users came on a day/)).toBeVisible();
  await expectAccessible(page);
  await start.focus();
  await keys.press("Enter");
  await expect(page.getByText("Wider cards is started")).toBeVisible();
  await page.close();
});
