// Creates a metric from logged events by keyboard: previewed before it is saved, then offered wherever metrics are chosen.
import { expect, expectAccessible, test } from "./fixtures.ts";

test("a metric is tried on the last 30 days, saved, listed, and offered to experiments", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/metrics`);
  await page.getByRole("button", { name: "New metric" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Wallet orders");
  const event = page.getByRole("combobox", { name: /^Event/ });
  await event.fill("checkout_comp");
  await expect(page.getByRole("option", { name: /^checkout_completed/ })).toBeVisible();
  await event.press("ArrowDown");
  await event.press("Enter");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview.getByText(/A change of 2\s% takes [\d,]+ units/)).toBeVisible();
  const units = preview.getByRole("definition").nth(3);
  const all = await units.textContent();
  await page.getByRole("button", { name: "Add filter" }).press("Enter");
  await page.getByRole("combobox", { name: "Field of filter 1" }).fill("platform");
  await page.getByRole("combobox", { name: "Field of filter 1" }).press("Tab");
  await page.getByRole("combobox", { name: "Values of filter 1" }).fill("ios");
  await page.getByRole("combobox", { name: "Values of filter 1" }).press("Enter");
  await expect(units).not.toHaveText(all ?? "");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Wallet orders");
  await page.getByRole("button", { name: "Create the metric" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Wallet orders" })).toBeVisible();
  await expect(page.getByRole("slider", { name: "Value, by day" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${service.url}/demo/metrics?search=wallet`);
  await expect(page.getByRole("link", { name: "Wallet orders" })).toBeVisible();
  const offered = await service.call("GET", "/metrics/list?named=wallet");
  expect(offered).toMatchObject({ data: [{ id: "Wallet orders::event_count_custom" }] });
});
