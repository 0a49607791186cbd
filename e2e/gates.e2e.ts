import { expect, test } from "./fixtures.ts";

test("find a gate, change a percentage by keyboard alone, and see it stored", async ({
  signedIn: page,
  service,
}) => {
  await page.getByRole("searchbox", { name: "Filter by name or id" }).focus();
  await page.keyboard.type("checkout elig");
  await expect(page.getByRole("link", { name: "Checkout eligible" })).toBeVisible();
  await page.getByRole("link", { name: "Checkout eligible" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout eligible" })).toBeVisible();

  await page.getByRole("button", { name: "Staff" }).focus();
  await page.keyboard.press("Enter");
  const percent = page.getByRole("textbox", { name: "Passes" });
  await percent.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12,5");
  await expect(page.getByText("1 in 8 users")).toBeVisible();
  await page.getByRole("button", { name: "Review change" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Save 1 change/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/is saved/)).toBeVisible();

  const gate = await service.call("GET", "/gates/checkout_eligible");
  expect(JSON.stringify(gate)).toContain('"passPercentage":12.5');
});

test("a service that dies while saving stores nothing by half, and the form keeps what was typed", async ({
  signedIn: page,
  service,
}) => {
  const before = await service.call("GET", "/gates/checkout_eligible");
  await page.goto(`${service.url}/demo/gates/checkout_eligible`);
  await page.getByRole("button", { name: "Test shop" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Renamed while it died");
  await page.getByRole("button", { name: "Review change" }).click();
  const save = page.getByRole("button", { name: /^Save 1 change/ });
  await expect(save).toBeVisible();
  await service.kill("SIGKILL");
  await save.click();
  await expect(page.getByText("The service did not answer")).toBeVisible();
  await service.start();
  expect(await service.call("GET", "/gates/checkout_eligible")).toEqual(before);
  await page.getByRole("button", { name: "Review change" }).click();
  await save.click();
  await expect(page.getByText(/is saved/)).toBeVisible();
  expect(JSON.stringify(await service.call("GET", "/gates/checkout_eligible"))).toContain(
    "Renamed while it died",
  );
});
