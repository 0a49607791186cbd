// While a rule of a gate is edited, nothing moves under the pointer or the caret, whatever is typed and whoever saves
// meanwhile.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

const rule = (page: Page) => page.getByRole("button", { name: "EU web shoppers", exact: true });
const panel = (page: Page) => page.getByRole("complementary", { name: "Edit rule 2" });
const warnings = (page: Page) => page.getByRole("region", { name: "Warnings" });

/** Simulates a save in another tab. */
const tellSaved = (page: Page) =>
  page.evaluate(() => {
    const channel = new BroadcastChannel("assay");
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin has no target to name
    channel.postMessage({ kind: "saved" });
    channel.close();
  });

/** Positions of all rows, fields and buttons of the page. */
const places = (page: Page) =>
  page
    .locator(
      '[aria-label="Rules"] > li, aside > div :is(input, button), aside > footer > :last-child, nav[aria-label="Parts"]',
    )
    .evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return `${one.localName} ${one.id} ${top} ${height}`;
      }),
    );

for (const width of [1440, 390])
  test(`at ${width} px a rule stands still while a colleague archives a gate that it refers to`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${service.url}/demo/gates/checkout_eligible`);
    await expect(page.getByRole("tree").first()).toBeAttached();
    await rule(page).click();
    await expect(panel(page).getByRole("textbox", { name: "Rollout" })).toBeVisible();
    const before = await places(page);
    await service.call("PUT", "/gates/eu_residents/archive", { forceArchive: true, changeReason: "Over" });
    await tellSaved(page);
    await expect(panel(page).getByText(/archived/)).toBeVisible();
    expect(await places(page)).toEqual(before);
    await service.call("PUT", "/gates/eu_residents/unarchive", { changeReason: "Not over" });
  });

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
] as const)
  test(`at ${width} px the head is one line, and no button of the open rule moves while a percentage is typed`, async ({
    signedIn: page,
    service,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${service.url}/demo/gates/checkout_eligible`);
    await expect(page.getByRole("tree").first()).toBeAttached();
    const facts = page.getByRole("main").locator("header ul").first();
    const line = (await facts.boundingBox())?.height ?? Infinity;
    expect(line).toBeLessThanOrEqual(28);
    await rule(page).click();
    const share = panel(page).getByRole("textbox", { name: "Rollout" });
    await share.focus();
    expect((await facts.boundingBox())?.height).toBe(line);
    const before = await places(page);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("33.33");
    await expect(warnings(page).getByText(/is running on this gate/)).toBeVisible();
    expect(await places(page)).toEqual(before);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("1000");
    // Leaving the field shows its error, before the pointer arrives.
    await share.blur();
    await expect(share).toHaveAttribute("aria-invalid", "true");
    expect(await places(page)).toEqual(before);
    await expectAccessible(page);
  });

test("on a phone a tapped rule opens as a sheet of the full height, and closes to where it was tapped", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await service.call("PATCH", "/gates/checkout_eligible", { description: "Who may see the checkout." });
  await page.goto(`${service.url}/demo/gates/checkout_eligible`);
  await expect(page.getByRole("tree").first()).toBeAttached();
  await rule(page).click();
  await expect.poll(() => panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await expect(panel(page).getByRole("button", { name: "Review changes" })).toBeInViewport();
  // Nothing covered by the sheet can be focused.
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("aside, body")?.localName)).toBe(
      "aside",
    );
  }
  await expectAccessible(page);
  await panel(page).getByRole("button", { name: "Close" }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(rule(page)).toBeInViewport();
  await expect(rule(page)).toBeFocused();
  // When a newer version disables the button, clicking it leads out of the sheet to the merge, above the footer.
  await rule(page).click();
  await panel(page).getByLabel("Rollout").fill("40");
  // The longer name makes the head behind the sheet grow, but nothing visible moves.
  await page.evaluate(() => scrollTo(0, 0));
  await service.call("PATCH", "/gates/checkout_eligible", {
    name: "Checkout eligible in every country in which the shop delivers",
  });
  const review = panel(page).getByRole("button", { name: "Review changes" });
  await review.click();
  // Until the service answers, the button is disabled for another reason, and clicking it leads nowhere.
  await expect(review).toHaveAccessibleDescription("A newer version to merge");
  await review.click({ force: true });
  await expect(panel(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Merge latest changes" }).click();
  await expect(page.getByText(/^Merged: your draft is now based on/)).toBeVisible();
  // Restored, because other tests look for the gate by its name.
  await service.call("PATCH", "/gates/checkout_eligible", { name: "Checkout eligible" });
});
