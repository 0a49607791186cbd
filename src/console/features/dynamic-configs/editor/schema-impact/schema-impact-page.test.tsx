import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { storeConfigs, storedConfig } from "#testing/stored-entities.ts";

const rule = (id: string, name: string, returnValueJson5: string) => ({
  id,
  baseID: id,
  name,
  passPercentage: 100,
  conditions: [{ type: "country", operator: "any", targetValue: ["DE"] }],
  environments: null,
  returnValue: {},
  returnValueJson5,
});

const shipping = storedConfig("shipping", {
  name: "Shipping",
  rules: [
    rule("r1", "Staff", "{\n  // Nothing to pay.\n  price: 0,\n}"),
    rule("r2", "North", "{ price: '5', cta: 'Buy' }"),
  ],
  defaultValue: { price: 5 },
});

const page = () =>
  consoleAt("/demo/dynamic_configs/shipping?tab=schema", {
    fill: (service) => storeConfigs(service, shipping),
  });
type View = Awaited<ReturnType<typeof page>>;

const typeSchema = async (view: View, schema: object) =>
  fireEvent.change(await view.findByRole("textbox", { name: "Schema" }), {
    target: { value: JSON.stringify(schema) },
  });

const schema = {
  type: "object",
  properties: { price: { type: "number" }, cta: { type: "string", default: "Go" } },
  required: ["price", "cta"],
};

const present = async (view: View) =>
  within(await view.findByRole("region", { name: "The schema and the present values" }));

test("a schema lists at once which values it would refuse, and why", async () => {
  const view = await page();
  await typeSchema(view, schema);
  const section = await present(view);
  expect(await section.findByText("3 of 3 values would be refused.")).toBeTruthy();
  expect(section.getByRole("button", { name: "Rule 1, Staff" })).toBeTruthy();
  expect(section.getAllByText(/Missing property 'cta'/)).toHaveLength(2);
  expect(section.getByText(/Must be a number, here it is a text/)).toBeTruthy();
});

test("a quick fix changes every value that has the problem, and comments stay", async () => {
  const view = await page();
  await typeSchema(view, schema);
  const section = await present(view);
  await view.user.click(await section.findByRole("button", { name: 'Add cta as "Go" in 2 values' }));
  await view.user.click(await section.findByRole("button", { name: "Make price a number in 1 value" }));
  expect(await section.findByText("All 3 values fit.")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  await view.user.click(await view.findByRole("button", { name: "Save to production" }));
  await view.findByText(/is saved as you asked/);
  const { body } = await view.service.request("GET", "/console/v1/dynamic_configs/shipping");
  const { rules, defaultValue } = DynamicConfig.parse(body.data);
  expect(rules.map(({ returnValue }) => returnValue)).toEqual([
    { price: 0, cta: "Go" },
    { price: 5, cta: "Buy" },
  ]);
  expect(rules[0]?.returnValueJson5).toContain("// Nothing to pay.");
  expect(defaultValue).toEqual({ price: 5, cta: "Go" });
});

test("a refused value is one click away", async () => {
  const view = await page();
  await typeSchema(view, schema);
  await view.user.click(await (await present(view)).findByRole("button", { name: "Rule 2, North" }));
  expect(await view.findByRole("region", { name: "Rule 2" })).toBeTruthy();
});

test("a schema is proposed from the present values, and they fit it", async () => {
  const view = await page();
  expect(await view.findByText("Without a schema any object is accepted as a value.")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Infer from the values" }));
  expect(await (await present(view)).findByText("All 3 values fit.")).toBeTruthy();
});

test("a schema with a problem of its own says so, and blames no value", async () => {
  const view = await page();
  await typeSchema(view, { type: "nonsense" });
  expect(await (await present(view)).findByText("Not checked: the schema itself has problems.")).toBeTruthy();
});

test("a value that stops fitting is marked in the list of rules and counted below, before any review", async () => {
  const view = await consoleAt("/demo/dynamic_configs/shipping?rule=r2", {
    fill: (service) =>
      storeConfigs(service, {
        ...shipping,
        schema: JSON.stringify({ properties: { price: { type: "number" } } }),
      }),
  });
  const rules = within(await view.findByRole("table", { name: /Which value each/ }));
  expect(await rules.findByText("needs fixing")).toBeTruthy();
  fireEvent.change(await view.findByRole("textbox", { name: "Value of North" }), {
    target: { value: "{ price: '5', cta: 'Go' }" },
  });
  expect(await view.findByText("1 error to fix")).toBeTruthy();
  fireEvent.change(view.getByRole("textbox", { name: "Value of North" }), {
    target: { value: "{ price: 5 }" },
  });
  await waitFor(() => expect(rules.queryByText("needs fixing")).toBeNull());
});
