import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { storeConfigs, storedConfig } from "#testing/stored-configs.ts";

const rule = (id: string, name: string, more: object = {}) => ({
  id,
  baseID: id,
  name,
  passPercentage: 100,
  conditions: [{ type: "country", operator: "any", targetValue: ["DE"] }],
  environments: null,
  returnValue: { price: 1 },
  ...more,
});

const shipping = storedConfig("shipping", {
  name: "Shipping",
  rules: [rule("r1", "Staff"), rule("r2", "North"), rule("r3", "Members")],
  defaultValue: { price: 5 },
  defaultValueJson5: "{\n  // In euros.\n  price: 5,\n}",
});

const page = (path = "/demo/dynamic_configs/shipping", options: ConsoleOptions = {}) =>
  consoleAt(path, { fill: (service) => storeConfigs(service, shipping), ...options });
type View = Awaited<ReturnType<typeof page>>;

async function stored({ service }: View): Promise<DynamicConfig> {
  const { body } = await service.request("GET", "/console/v1/dynamic_configs/shipping");
  return body.data as DynamicConfig;
}

const review = async (view: View) =>
  view.user.click(await view.findByRole("button", { name: "Review changes" }));
const save = async (view: View) =>
  view.user.click(await view.findByRole("button", { name: "Save to production" }));

test("reads each rule as a sentence", async () => {
  const view = await page();
  const rules = within(await view.findByRole("list", { name: "Rules" }));
  expect(
    rules.getByRole("button", { name: /Staff.*Users where country is DE get the value of this rule/ }),
  ).toBeTruthy();
});

test("saves only what was reviewed, and comments survive", async () => {
  const view = await page("/demo/dynamic_configs/shipping?tab=default");
  const description = await view.findByRole("textbox", { name: "Description" });
  await view.user.type(description, "What shipping costs");
  expect(view.queryByRole("button", { name: "Save to production" })).toBeNull();
  await review(view);
  await save(view);
  expect(await view.findByText(/Shipping is saved/)).toBeTruthy();
  expect(await stored(view)).toMatchObject({
    description: "What shipping costs",
    defaultValueJson5: "{\n  // In euros.\n  price: 5,\n}",
    version: 2,
  });
});

test("a refused value stands at its field and in the summary, and nothing is stored", async () => {
  const view = await page("/demo/dynamic_configs/shipping?tab=default");
  const value = await view.findByRole("textbox", { name: "Default value" });
  await view.user.clear(value);
  await view.user.type(value, "oops");
  await review(view);
  expect(await view.findByText("This draft cannot be saved yet")).toBeTruthy();
  expect((await stored(view)).version).toBe(1);
  expect(view.getByDisplayValue("oops")).toBeTruthy();
});

test("with a key that can only read, reviewing says why it is not possible", async () => {
  const view = await page("/demo/dynamic_configs/shipping?tab=default", { key: "read" });
  await view.user.type(await view.findByRole("textbox", { name: "Description" }), "x");
  expect(view.getByRole("button", { name: "Review changes" }).getAttribute("aria-disabled")).toBe("true");
});

test("an id that does not exist shows what is close to it", async () => {
  const view = await page("/demo/dynamic_configs/shiping");
  expect(await view.findByRole("heading", { name: /There is no dynamic config with this id/ })).toBeTruthy();
  expect(await view.findByRole("link", { name: /Shipping/ })).toBeTruthy();
});
