import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { day, storedExperiment } from "#testing/stored-experiments.ts";

const experiments = [
  storedExperiment(),
  storedExperiment({ id: "bar", name: "Bar", status: "setup", startTime: null, tags: ["shop"] }),
  storedExperiment({ id: "old_form", name: "Old form", status: "archived", endTime: Date.now() - day }),
];
const list = (path = "/demo/experiments") =>
  consoleAt(path, {
    fill: ({ database }) =>
      database.transaction(async (transaction) => {
        for (const document of experiments)
          await writeEntity(transaction, "experiment", { document, references: [] }, Date.now());
      }),
  });

test("the count above the list tells the archived ones apart, as they are not listed", async () => {
  const view = await list();
  expect(await view.findByText("2 experiments, and 1 archived")).toBeTruthy();
  expect(view.getByText("1–2 of 2")).toBeTruthy();
  expect(view.queryByRole("link", { name: "Old form" })).toBeNull();
});

test("archived experiments are listed when their status is chosen", async () => {
  const view = await list();
  const filters = within(await view.findByRole("search", { name: "Filter the experiments" }));
  await view.user.click(filters.getByRole("button", { name: "Status" }));
  await view.user.click(view.getByRole("checkbox", { name: "Archived" }));
  expect(await view.findByRole("link", { name: "Old form" })).toBeTruthy();
  expect(view.queryByRole("link", { name: "Form" })).toBeNull();
});

test("a running experiment says its day, and a filter that nothing fits can be cleared", async () => {
  const view = await list("/demo/experiments?search=nothing");
  await view.user.click(await view.findByRole("button", { name: "Clear the filters" }));
  expect(await view.findByText("Running, day 11 of 30")).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: "Bar" }));
  expect(await view.findByRole("heading", { level: 1, name: "Bar" })).toBeTruthy();
});
