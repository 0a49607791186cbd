// Questions to the event log by pointer and by keys: a value of a row is taken in and out, a column shows its values, and a gate answers a row.
import { expect, expectAccessible, test } from "./fixtures.ts";

test("a value is taken into the question by the button beside it, and another one out of it by keys", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/events?fields=%5B%22country%22%5D`);
  const country = page.getByRole("cell", { name: /^[A-Z]{2}$/ }).first();
  const code = (await country.textContent()) ?? "";
  await country.hover();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Only country ${code}`, exact: true }).click();
  await expect(page.getByRole("button", { name: `Remove country is ${code}` })).toBeVisible();
  // The rows before the answer have other countries, too; their focus would go with them.
  await expect(page.getByRole("cell", { name: /^[A-Z]{2}$/ }).filter({ hasNotText: code })).toHaveCount(0);
  await expect(page.getByRole("cell", { name: code, exact: true }).nth(5)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.keyboard.press("j");
  const row = page.locator("tr[tabindex]").first();
  await expect(row).toBeFocused();
  const name = (await row.getByRole("cell").nth(1).textContent()) ?? "";
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("x");
  await expect(page.getByRole("button", { name: `Remove name is not ${name}` })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("where")).toBe(`country is ${code} and name is not ${name}`);
});

test("the head of a column shows its values, and a gate says of an opened row what it would answer, and why", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/events/checkout_completed`);
  await page.getByRole("button", { name: "Value", exact: true }).click();
  const values = page.getByRole("complementary", { name: "Values of value" });
  await expect(values.getByText("Median")).toBeVisible();
  await expectAccessible(page);
  await values.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "a gate" }).press("Enter");
  await page.getByRole("searchbox", { name: "Find a gate" }).fill("checkout");
  await page.getByRole("button", { name: /^Checkout eligible/ }).press("Enter");
  const answer = page.getByRole("region", { name: "What would a gate say" });
  await expect(answer.getByText(/^(Passes|Does not pass|Cannot say): /)).toBeVisible();
  await answer.getByRole("button", { name: "Why Checkout eligible says so" }).press("Enter");
  await expect(answer.getByRole("list", { name: "Rule by rule" })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(answer.getByRole("button", { name: "Checkout eligible", exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Make a rule of country / }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Checkout eligible/ })
    .click();
  await expect(page.getByRole("complementary", { name: /^Edit rule/ })).toContainText("Country");
});
