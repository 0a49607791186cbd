// The follow-ups of a decision, and extending a run: each dialog sends its request, and the page confirms it.
import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { Experiment } from "#contract/experiment.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { day, serviceWithExperiment } from "#testing/stored-experiments.ts";

const decided = {
  status: "decision_made",
  launchedGroupID: "express",
  endTime: Date.now() - day,
  decisionTime: Date.now() - day,
  decisionReason: "More orders",
  removeTargeting: true,
};

test("after a decision a config gets the shipped parameters and users are held back, and both are said to be done", async () => {
  const service = await serviceWithExperiment({ experiment: decided });
  const config = {
    name: "checkout",
    description: "",
    isEnabled: true,
    rules: [],
    defaultValueJson5: "{\n  // Shown first.\n  fields: 9,\n}",
  };
  expect((await service.request("POST", "/console/v1/dynamic_configs", { body: config })).status).toBe(201);
  const view = await consoleAt("/demo/experiments/form", { service });
  await view.user.click(await view.findByRole("link", { name: "Make Express the default …" }));
  const dialog = within(await view.findByRole("alertdialog"));
  expect(dialog.getByRole("list", { name: "Fields that change" }).textContent).toBe("fields9 → 1");
  const save = dialog.getByRole("button", { name: "Save the default value" });
  await waitFor(() => expect(save.getAttribute("aria-disabled")).toBeNull());
  await view.user.click(save);
  expect(await view.findByText(/has the parameters of Express/)).toBeTruthy();
  const stored = DynamicConfig.parse(
    (await service.request("GET", "/console/v1/dynamic_configs/checkout")).body.data,
  );
  expect(stored.defaultValueJson5).toBe(config.defaultValueJson5.replace("9", "1"));

  await view.user.click(view.getByRole("link", { name: "Keep a holdback …" }));
  await view.user.click(await view.findByRole("button", { name: /^Hold back 5/ }));
  expect(await view.findByText(/stay in Old since/)).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: "Read its results" }));
  expect(await view.findByText(/^These are the results of the holdback: 5.% stay in Old/)).toBeTruthy();
});

test("a longer run says what it will be able to find, and is written as the new duration", async () => {
  const service = await serviceWithExperiment({});
  const view = await consoleAt("/demo/experiments/form?action=extend", { service });
  const dialog = within(await view.findByRole("alertdialog"));
  const table = await dialog.findByRole("table", { name: "What a longer time finds" });
  const [today, ...later] = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => Number.parseFloat(within(row).getAllByRole("cell").at(-1)?.textContent ?? ""));
  expect(today).toBeGreaterThan(0);
  for (const effect of later) expect(effect).toBeLessThanOrEqual(today ?? 0);
  const days = dialog.getByRole("textbox", { name: /^Days in all/ });
  await view.user.clear(days);
  await view.user.type(days, "5");
  expect((await dialog.findAllByText(/Expected at least 1/)).length).toBeGreaterThan(0);
  await view.user.clear(days);
  await view.user.type(days, "44");
  await view.user.click(dialog.getByRole("button", { name: "Extend to 44 days" }));
  expect(await view.findByText(/^Form runs until/)).toBeTruthy();
  const { body } = await service.request("GET", "/console/v1/experiments/form");
  expect(Experiment.parse(body.data).duration).toBe(44);
});
