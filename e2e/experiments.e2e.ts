import { expect, test } from "./fixtures.ts";

test("read a result, in percent and absolute, for one group and at another level", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/experiments/one_page_checkout`);
  const section = page.getByRole("table", { name: /Primary metrics/ });
  await expect(section.getByText(/better|worse|inconclusive/).first()).toBeVisible();
  await expect(section.getByText(/ %$/).first()).toBeVisible();
  await page.getByRole("button", { name: "Absolute" }).click();
  await expect(page).toHaveURL(/scale=absolute/);
  await page.getByRole("combobox", { name: /Level/ }).click();
  await page.getByRole("option", { name: /^99/ }).click();
  await expect(page.getByText(/99 % \(set up: 95 %\)/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/99 % \(set up: 95 %\)/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Absolute" })).toHaveAttribute("aria-pressed", "true");
});
