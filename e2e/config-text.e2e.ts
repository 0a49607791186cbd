// The text of a config below its matrix: both edit the same value.
import { expect, expectAccessible, test, type Service } from "./fixtures.ts";

const at = (service: Service, id: string, search = "") =>
  `${service.url}/demo/dynamic_configs/${id}${search}`;

test("matrix and text are one: an edit in a cell keeps the comments, a mistake in the text stands in four places", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(at(service, "shipping_options", "?tab=default"));
  const text = page.locator("main .view-lines").first();
  await expect(text).toContainText("carriers");
  await page.getByRole("button", { name: "freeFrom of Everyone else" }).click();
  await page.getByRole("textbox", { name: "freeFrom of Everyone else" }).fill("4200");
  await page.keyboard.press("Enter");
  await expect(text).toContainText("4200");
  await expect(text).toContainText("// Standard");
  const editor = page.locator("main .monaco-editor").first();
  await expect(async () => {
    await editor.click();
    await expect(editor).toHaveClass(/focused/, { timeout: 500 });
  }).toPass();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.type("\nnote: 4,");
  await expect(page.locator(".squiggly-error")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Problems in Default value" })).toContainText(
    "Must be a text, here it is a number",
  );
  await expect(page.getByText("A text", { exact: true })).toBeVisible();
  await expect(page.getByText("1 error to fix")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(text).not.toContainText("4200");
});

test("a value in one long line is read without scrolling aside", async ({ signedIn: page, service }) => {
  const value = {
    message: "All of this stands in one line, which is far longer than the editor is wide. ".repeat(3),
  };
  await service.call("POST", "/dynamic_configs", {
    id: "one_long_line",
    name: "One long line",
    description: "",
    isEnabled: true,
    rules: [],
    defaultValueJson5: JSON.stringify(value),
  });
  await page.goto(at(service, "one_long_line", "?tab=default"));
  const editor = page.locator("main .monaco-editor").first();
  await expect(editor.locator(".view-line").nth(1)).toBeVisible();
  await expect(editor.locator(".view-line").last()).toContainText("is wide");
  await expect(editor.locator(".line-numbers")).toHaveCount(1);
});

test("in the editor an edit in the matrix leaves the cursor and can be undone, and Tab indents only when told to", async ({
  signedIn: page,
  service,
}) => {
  await page.goto(at(service, "shipping_options", "?tab=default"));
  const text = page.locator("main .view-lines").first();
  const input = page.locator("main .monaco-editor").first().getByRole("textbox", { name: "Default value" });
  await expect(text).toContainText("carriers");
  const focusEditor = () =>
    expect(async () => {
      await input.focus();
      await expect(page.locator("main .monaco-editor").first()).toHaveClass(/focused/, { timeout: 500 });
    }).toPass();
  await focusEditor();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "freeFrom of Everyone else" }).click();
  await page.getByRole("textbox", { name: "freeFrom of Everyone else" }).fill("4200");
  await page.keyboard.press("Enter");
  await expect(text).toContainText("4200");
  await focusEditor();
  await page.keyboard.type(" // typed here");
  await expect(text.locator(".view-line").first()).toContainText("typed here");
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByText("No changes")).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(text).not.toContainText("4200");

  await page.keyboard.press("ControlOrMeta+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+m");
  await expect(page.getByText("Tab indents; Ctrl+M lets it leave the editor.")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(input).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+m");
  await page.keyboard.press("Tab");
  await expect(input).not.toBeFocused();
  await expect(page.getByText("No changes")).toBeVisible();
});
