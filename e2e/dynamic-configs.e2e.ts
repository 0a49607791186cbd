import { expect, test } from "./fixtures.ts";

test("change a config by keyboard alone: review first, then save exactly that", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/dynamic_configs/shipping_options`);
  const percent = page.getByRole("textbox", { name: "Rollout" });
  await percent.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("25");
  await expect(page.getByRole("button", { name: "Save to production" })).toHaveCount(0);
  await page.getByRole("button", { name: "Review changes" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What changes, and for whom" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Rollout 100\s%.*25\s%/ })).toBeVisible();
  await page.getByRole("button", { name: "Save to production" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/is saved/)).toBeVisible();
  expect(JSON.stringify(await service.call("GET", "/dynamic_configs/shipping_options"))).toContain(
    '"passPercentage":25',
  );
});

test("a refused value stands at its editor, and the text never leaves the form", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(`${service.url}/demo/dynamic_configs/shipping_options?tab=default`);
  const editor = page.getByRole("textbox", { name: "Default value" });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("oops");
  await page.getByRole("button", { name: "Review changes" }).click();
  await expect(page.getByRole("list", { name: "Problems in Default value" })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Your draft was restored/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Problems in Default value" })).toBeVisible();
  await expect(page.locator(".view-lines")).toContainText("oops");
});

test("a service that dies between dry run and save stores nothing by half, and the draft is kept", async ({
  signedIn: page,
  service,
}) => {
  const before = await service.stored("/dynamic_configs/shipping_options");
  await page.goto(`${service.url}/demo/dynamic_configs/shipping_options?tab=settings`);
  await page.getByRole("textbox", { name: "Description" }).fill("Written while it died");
  await page.getByRole("button", { name: "Review changes" }).click();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeVisible();
  // The review first loads its diff viewer and a worker; this journey is about the save.
  await expect(page.locator(".monaco-diff-editor .line-insert").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await service.kill("SIGKILL");
  await save.click();
  await expect(page.getByRole("alert").getByText("The service cannot be reached")).toBeVisible();
  await service.start();
  expect(await service.stored("/dynamic_configs/shipping_options")).toBe(before);
  await page.getByRole("button", { name: "Review changes" }).click();
  await save.click();
  await expect(page.getByText(/is saved/)).toBeVisible();
  expect(await service.stored("/dynamic_configs/shipping_options")).toContain("Written while it died");
});
