// The plan of an experiment by keyboard alone: a refused start, each finding mended at its field, and the start.
import { apiKey, expect, expectAccessible, test } from "./fixtures.ts";

test("by keyboard alone a refused start is mended finding by finding, and the experiment is started", async ({
  browser,
  service,
}) => {
  // Findings of the service, and who will enter, come after the dialog has opened: shifts are not watched here.
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
