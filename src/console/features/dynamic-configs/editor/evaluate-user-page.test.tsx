import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { storeConfigs, storedConfig, storedGate, storeGates } from "#testing/stored-entities.ts";

const members = storedGate("members", {
  name: "Members",
  rules: [
    {
      id: "m1",
      name: "Paid",
      passPercentage: 100,
      conditions: [{ type: "custom_field", field: "plan", operator: "any", targetValue: ["paid"] }],
      environments: null,
    },
  ],
});

const shipping = storedConfig("shipping", {
  name: "Shipping",
  rules: [
    {
      id: "r1",
      baseID: "r1",
      name: "North",
      passPercentage: 100,
      conditions: [{ type: "country", operator: "any", targetValue: ["DK", "SE"] }],
      environments: null,
      returnValue: { price: 1 },
    },
    {
      id: "r2",
      baseID: "r2",
      name: "Loyal",
      passPercentage: 100,
      conditions: [{ type: "passes_gate", targetValue: ["members"] }],
      environments: null,
      variants: [{ id: "v1", name: "Free", passPercentage: 100, returnValue: { price: 0 } }],
    },
  ],
  defaultValue: { price: 5 },
});

const trial = () =>
  consoleAt("/demo/dynamic_configs/shipping?tab=trial", {
    fill: async (service) => {
      await storeGates(service, members);
      await storeConfigs(service, shipping);
    },
  });

test("asks for what the rules and the gates behind them look at, and for nothing else", async () => {
  const view = await trial();
  const user = within(await view.findByRole("region", { name: "The user" }));
  for (const name of ["User ID", "Country", "IP address", "plan"])
    expect(await user.findByLabelText(name)).toBeTruthy();
  expect(user.getAllByRole("combobox").length + user.getAllByRole("textbox").length).toBe(4);
});

test("says which rule decides, why each before it did not, and what the user gets", async () => {
  const view = await trial();
  await view.user.type(await view.findByLabelText("Country"), "DE");
  await view.user.type(await view.findByLabelText("plan"), "paid");
  const result = within(view.getByRole("region", { name: "What the user gets" }));
  expect(result.getByText(/Rule 2, Loyal, fits and takes 100 %/)).toBeTruthy();
  expect(result.getByText("Free")).toBeTruthy();
  expect(result.getByText(/"price": 0/)).toBeTruthy();
  const rules = within(result.getByRole("list", { name: "Rule by rule" }));
  expect(rules.getByText(/here it is “DE”/)).toBeTruthy();
  expect(rules.getByText("does not fit")).toBeTruthy();
  expect(rules.getByText(": Rule 1, Paid, fits and takes 100 %")).toBeTruthy();
});

test("tries the draft, not what is stored", async () => {
  const view = await trial();
  await view.user.type(await view.findByLabelText("Country"), "DK");
  expect(view.getByText(/"price": 1/)).toBeTruthy();
  await view.user.click(view.getByRole("switch"));
  expect(view.getByText("With your draft, as it stands now.")).toBeTruthy();
  expect(view.getByText(/The config is disabled/)).toBeTruthy();
  expect(view.getByText(/"price": 5/)).toBeTruthy();
});
