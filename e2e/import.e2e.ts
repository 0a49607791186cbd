// Imports a file of events and undoes the import, and follows a user of logged events, by keyboard and on a narrow screen.
import { expect, expectAccessible, test } from "./fixtures.ts";

const shop = [
  "user_id,event,at,price,country",
  ...Array.from({ length: 500 }, (_, index) => `u${index},journey purchase,${1_790_000_000 + index},5,DE`),
];
const fileOf = (lines: readonly string[]) => ({
  name: "shop.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`${lines.join("\n")}\n`),
});

test("a file is imported and undone by keyboard, at 320 px", async ({ signedIn: page, service }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto(`${service.url}/demo/events`);
  await page.getByRole("link", { name: "Import a file" }).press("Enter");
  await expect(page.getByText("No file was imported yet.")).toBeVisible();
  await expectAccessible(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).press("Enter");
  await (await chooser).setFiles(fileOf([...shop, "u9,journey purchase,soon,1,DE"]));
  await expect(page.getByRole("heading", { name: /^Which column holds what/ })).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole("button", { name: "Import these events" }).press("Enter");
  await expect(page.getByText("Line 502: Not a time in at: 'soon'")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import without them" }).press("Enter");
  await expect(page.getByText("500 events of shop.csv are in the log")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import another file" }).press("Enter");
  await page.getByRole("button", { name: "Undo the import of shop.csv" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).press("Enter");
  await expect(page.getByText("No file was imported yet.")).toBeVisible();
  expect(await service.call("GET", "/events/journey%20purchase?limit=1")).toMatchObject({ data: [] });
});

test("from an event by keyboard to its user, whose country becomes a rule in the draft of a gate once, at 320 px", async ({
  signedIn: page,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto(`${service.url}/demo/events/checkout_completed`);
  const link = page.getByRole("link", { name: /^u_/ }).first();
  const id = (await link.textContent()) ?? "";
  await link.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: id })).toBeVisible();
  await page
    .getByRole("button", { name: /^Fields of checkout_completed/ })
    .first()
    .press("Enter");
  await page.getByRole("button", { name: "What would be answered with these attributes?" }).press("Enter");
  await expect(page.getByRole("heading", { name: "What it would get" })).toBeVisible();
  await page.getByRole("button", { name: /^Why Address autocomplete/ }).press("Enter");
  await expect(page.getByRole("list", { name: "Rule by rule" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole("button", { name: /^Make a condition of country/ }).press("Enter");
  await page.getByRole("dialog").getByRole("searchbox").fill("collect");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Click and collect/ })
    .press("Enter");
  await expect(page.getByRole("complementary", { name: /^Edit rule/ })).toContainText("Country");
  await page.reload();
  await expect(page.getByRole("complementary", { name: /^Edit rule/ })).toContainText("Country");
  await page.goto(`${service.url}/demo/gates/click_and_collect`);
  await expect(page.getByRole("button", { name: /^New rule/ })).toHaveCount(1);
});
