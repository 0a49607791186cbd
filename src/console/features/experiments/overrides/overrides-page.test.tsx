import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { serviceWithExperiment } from "#testing/stored-experiments.ts";

test("a user is overridden into a group, gets it when tried, and no more once that is removed", async () => {
  const view = await consoleAt("/demo/experiments/form?tab=overrides", {
    service: await serviceWithExperiment({ log: {} }),
  });
  await view.user.click(await view.findByRole("button", { name: "Add an override" }));
  const dialog = within(await view.findByRole("alertdialog"));
  await view.user.type(dialog.getByRole("textbox", { name: /userID/ }), "anna,");
  expect(dialog.getByText(/1 user will get Old/)).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Add the override" }));
  expect(await view.findByText("The override is added")).toBeTruthy();
  expect(await view.findByRole("row", { name: /anna Old All Test/ })).toBeTruthy();

  await view.user.click(view.getByRole("link", { name: "Try a user" }));
  await view.user.type(await view.findByLabelText("User ID"), "anna");
  const result = within(view.getByRole("region", { name: "The group of the user" }));
  expect(await result.findByText(/An override names the user\./)).toBeTruthy();
  expect(result.getByLabelText("Parameters that the user gets").textContent).toContain('"fields": 9');

  await view.user.click(view.getByRole("link", { name: "Overrides" }));
  await view.user.click(await view.findByRole("button", { name: "Remove the override of anna" }));
  const removal = within(await view.findByRole("alertdialog"));
  await view.user.click(removal.getByRole("button", { name: "Remove the override" }));
  expect(await view.findByText(/Nobody is overridden/)).toBeTruthy();
});

test("a pause says who keeps the group; then a user who was exposed is tried with it, and another one without", async () => {
  const service = await serviceWithExperiment({ experiment: { allocation: 100 } });
  const [known] = await service.database.query<{ unit: string }>(
    "select min(unit_id) as unit from exposure where experiment_id = 'form'",
  );
  const view = await consoleAt("/demo/experiments/form?action=pause", { service });
  const dialog = within(await view.findByRole("alertdialog"));
  expect(
    await dialog.findByText(/^600 users were exposed so far: apps go on giving them their group/),
  ).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Pause the assignment" }));
  expect(await view.findByText("The assignment of Form is paused")).toBeTruthy();

  await view.user.click(view.getByRole("link", { name: "Try a user" }));
  const field = await view.findByLabelText("User ID");
  await view.user.type(field, "nobody");
  const result = within(view.getByRole("region", { name: "The group of the user" }));
  expect(
    await result.findByText(/Assignment has stopped, and this userID was not exposed before\./),
  ).toBeTruthy();
  await view.user.clear(field);
  await view.user.type(field, known?.unit ?? "");
  expect(await result.findByText(/^Exposed before the assignment stopped/)).toBeTruthy();
});
