// The command palette, opened from any page.
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { storedGate, storeGates } from "#testing/stored-entities.ts";
import { storedExperiment } from "#testing/stored-experiments.ts";

const rule = {
  id: "r1",
  baseID: "r1",
  name: "Germany",
  passPercentage: 100,
  conditions: [{ type: "country", operator: "any", targetValue: "DE" }],
  environments: null,
};

test("the palette finds rules by their words and metrics by name, and creates and changes the theme from any page", async () => {
  const view = await consoleAt("/demo/warehouse", {
    fill: async (service) => {
      await storeGates(service, storedGate("checkout", { name: "Checkout", rules: [rule] }));
      await service.database.transaction((transaction) =>
        writeEntity(transaction, "experiment", { document: storedExperiment(), references: [] }, testNow),
      );
    },
  });
  await view.findByRole("heading", { level: 1, name: "Warehouse" });
  const find = async (text: string) => {
    await view.user.keyboard("{Control>}k{/Control}");
    await view.user.type(await view.findByRole("combobox", { name: "Find or jump to" }), text);
  };
  await find("country is");
  await view.user.click((await view.findAllByRole("option", { name: /Country is DE/ }))[0] ?? view.container);
  expect(await view.findByRole("complementary", { name: /^Edit rule/ })).toBeTruthy();
  const [metric] = storedExperiment().primaryMetrics ?? [];
  await find(metric?.name ?? "");
  const [found] = await view.findAllByRole("option", { name: new RegExp(metric?.name ?? "") });
  await view.user.click(found ?? view.container);
  expect(await view.findByRole("heading", { level: 1, name: storedExperiment().name })).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ tab: "metrics" });
  await find("we learned");
  await view.user.click(await view.findByRole("option", { name: /^What we learned/ }));
  await view.findByRole("heading", { level: 1, name: "What we learned" });
  const trail = within(view.getByRole("navigation", { name: "Breadcrumb" }));
  expect(trail.getByRole("link", { name: "Experiments" })).toBeTruthy();
  expect(trail.getByText("What we learned")).toBeTruthy();
  await find("dark theme");
  await view.user.click(await view.findByRole("option", { name: "Use the dark theme" }));
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  expect(view.getByRole("button", { name: "Dark" }).getAttribute("aria-pressed")).toBe("true");
  await find("home");
  await view.user.click((await view.findAllByRole("option", { name: /^Home/ }))[0] ?? view.container);
  expect(await view.findByRole("heading", { level: 1, name: /waits for you|to decide|broken/ })).toBeTruthy();
  expect(view.router.state.location.pathname).toBe("/demo");
  await find("new gate");
  await view.user.click(await view.findByRole("option", { name: "New gate" }));
  expect(await view.findByRole("dialog", { name: "Create a gate" })).toBeTruthy();
});
