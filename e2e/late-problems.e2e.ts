// Problems of a typed value are found late, and must not move any field of the config editor.
import type { Page } from "@playwright/test";
import { fileOf } from "./console-files.ts";
import { expect, test, type Service } from "./fixtures.ts";

const value = (price: number) => `{
  // In cents.
  price: ${price},
  note: "short",
  carriers: ["standard"],
  limits: { day: 3, week: 9 },
}`;

/** Stores a config with one rule that has two variants and its own value, and with fields that only the form has. */
async function storeConfig(service: Service, id: string) {
  const number = '{ type: "integer", maximum: 1000 }';
  const carriers = '{ type: "array", items: { enum: ["standard", "express"] }, minItems: 1 }';
  const limits = `{ type: "object", properties: { day: ${number}, week: ${number} } }`;
  const variant = (name: string, price: number) => ({
    name,
    passPercentage: 30,
    returnValueJson5: value(price),
  });
  const answer = await service.call("POST", "/dynamic_configs", {
    name: id,
    description: "Kept places",
    schemaJson5: `{ type: "object", properties: { price: ${number}, note: { type: "string", maxLength: 8 }, carriers: ${carriers}, limits: ${limits} } }`,
    defaultValueJson5: value(100),
    rules: [
      {
        name: "Split",
        passPercentage: 100,
        conditions: [],
        returnValueJson5: value(300),
        variants: [variant("First", 200), variant("Second", 201)],
      },
    ],
  });
  expect(answer).toMatchObject({ data: { id } });
}

/** Positions of the footer, of the last row of the matrix, and of every control below it. */
const places = (page: Page) =>
  page.locator("#rule-line-default, #chosen-value, footer").evaluateAll((all) =>
    all
      .flatMap((part) => [part, ...part.querySelectorAll("h2, label, input, select, button, fieldset, [id]")])
      .filter((part) => !part.closest(".monaco-editor, textarea, [id$=-problems], [id$=-error]"))
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const { top } = part.getBoundingClientRect();
        const name =
          part.id || part.getAttribute("aria-label") || (part.matches("footer") ? "" : part.textContent);
        return `${part.localName} ${name} ${Math.round(part.closest("footer") ? top : top + scrollY)}`;
      }),
  );

/** Returns the positions once nothing moves any more because of earlier input. */
async function settledPlaces(page: Page) {
  let before: string[] = [];
  await expect(async () => {
    const now = await places(page);
    const isStill = String(now) === String(before);
    before = now;
    expect(isStill).toBe(true);
  }).toPass({ intervals: [300] });
  return before;
}

for (const width of [1440, 1024, 390]) {
  test(`at ${width} px a problem that is found in a typed value moves no field`, async ({
    signedIn: page,
    service,
  }) => {
    const id = `kept_places_${width}`;
    await storeConfig(service, id);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${service.url}/demo/dynamic_configs/${id}`);
    for (const title of ["Value of “First”", "Value for those that no variant takes"]) {
      const editor = page.getByRole("region", { name: title });
      await editor.scrollIntoViewIfNeeded();
      await expect(editor.locator(".monaco-editor").first()).toBeVisible();
    }
    const errors = page.locator("footer").getByText(/ to fix$/);

    /** Types a valid value, records the positions, and makes it invalid with one more character. */
    const typeTooMuch = async (
      start: () => Promise<void>,
      fits: string,
      tooMuch: string,
      problems: number,
    ) => {
      await start();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(fits);
      await expect(page.locator("footer").getByText(/^\d+ changes? in 1 rule$/)).toBeVisible();
      const before = await settledPlaces(page);
      await page.keyboard.type(tooMuch);
      await expect(errors).toHaveText(`${problems} error${problems > 1 ? "s" : ""} to fix`);
      await expect(page.getByRole("list", { name: /^Problems in/ }).last()).toBeVisible();
      expect(await places(page)).toEqual(before);
    };
    const cell = (name: string) => async () => {
      await page.getByRole("button", { name }).click();
    };
    const field = (name: RegExp) => async () => {
      await page.getByRole("group", { name }).getByRole("textbox", { name: "Day", exact: true }).click();
    };
    await typeTooMuch(cell("price of First: 200"), "202", "2", 1);
    await page.keyboard.press("Enter");
    await typeTooMuch(cell("price of The rest: 300"), "302", "2", 2);
    await page.keyboard.press("Enter");
    await typeTooMuch(field(/Value of variant First/), "4", "444", 3);
    await typeTooMuch(field(/Value of Split/), "4", "444", 4);
  });

  test(`at ${width} px the editor of a second value takes the place of its text`, async ({
    signedIn: page,
    service,
  }) => {
    const id = `late_editor_${width}`;
    await storeConfig(service, id);
    await page.setViewportSize({ width, height: 3000 });
    let bring = () => {};
    const wanted = new Promise<void>((resolve) => (bring = resolve));
    await page.route(`**${fileOf("monaco-editor")}`, async (route) => {
      await wanted;
      await route.continue();
    });
    await page.goto(`${service.url}/demo/dynamic_configs/${id}`);
    await expect(page.getByRole("textbox", { name: "Value of Split" })).toBeVisible();
    const before = await places(page);
    bring();
    await expect(page.locator("#chosen-value .monaco-editor[role=code]")).toHaveCount(2);
    expect(await places(page)).toEqual(before);
  });
}
