import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { day, serviceWithExperiment, storedExperiment } from "#testing/stored-experiments.ts";

const experiments = [
  storedExperiment({ id: "bar", name: "Bar", status: "setup", startTime: null, tags: ["shop"] }),
  storedExperiment({ id: "old_form", name: "Old form", status: "archived", endTime: Date.now() - day }),
  storedExperiment({
    id: "late",
    name: "Late",
    startTime: Date.now() - 40.5 * day,
    endTime: null,
    groups: storedExperiment().groups.slice(0, 2),
  }),
];
/** Of the one with a log, the results were computed. */
const list = async (path = "/demo/experiments") => {
  const service = await serviceWithExperiment({});
  await service.database.transaction(async (transaction) => {
    for (const document of experiments)
      await writeEntity(transaction, "experiment", { document, references: [] }, Date.now());
  });
  await service.request("GET", "/console/v1/experiments/form");
  return consoleAt(path, { service });
};
type View = Awaited<ReturnType<typeof list>>;
const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00a0", " ");
const rowOf = async (view: View, name: string) =>
  plain((await view.findByRole("link", { name })).closest("tr")?.textContent);
const names = (view: View) =>
  within(view.getByRole("table"))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

test("the count above the list tells the archived ones apart, as they are not listed", async () => {
  const view = await list();
  expect(await view.findByText("3 experiments, and 1 archived")).toBeTruthy();
  expect(view.getByText("1–3 of 3")).toBeTruthy();
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

test("a row tells health, the lead result with its group and age, the day, and when to decide", async () => {
  const view = await list();
  const row = await rowOf(view, "Form");
  for (const text of [
    "Running",
    "Healthy",
    "Orders, Express",
    "+133 %",
    "better",
    "Day 11 of 30",
    "19 days left",
  ])
    expect(row).toContain(text);
  const today = new Date().toLocaleDateString("en", { day: "numeric", month: "short" });
  expect(view.getByTitle(new RegExp(`^Orders with Express, .*, better, computed ${today}`))).toBeTruthy();
  expect(row).toContain("Decide by");
  const late = await rowOf(view, "Late");
  for (const text of ["Not checked yet", "Not computed yet", "10 days late"]) expect(late).toContain(text);
  expect(await rowOf(view, "Bar")).toContain("Not started");
});

test("rows are sorted and filtered by what they tell, in the address", async () => {
  const view = await list("/demo/experiments?sort=health&order=descending");
  await view.findByRole("link", { name: "Form" });
  expect(names(view)).toEqual(["Form", "Late", "Bar"]);
  await view.user.click(view.getByRole("button", { name: "Lead metric" }));
  expect(names(view)[0]).toBe("Form");
  expect(view.router.state.location.search).toMatchObject({ sort: "lead" });
  await view.user.click(view.getByRole("button", { name: "Decision", expanded: false }));
  await view.user.click(view.getByRole("checkbox", { name: "Decision due" }));
  expect(names(view)).toEqual(["Late"]);
  expect(view.router.state.location.search).toMatchObject({ decision: ["due"] });
});

test("a filter that nothing fits can be cleared", async () => {
  const view = await list("/demo/experiments?search=nothing");
  await view.user.click(await view.findByRole("button", { name: "Clear the filters" }));
  await view.user.click(await view.findByRole("link", { name: "Bar" }));
  expect(await view.findByRole("heading", { level: 1, name: "Bar" })).toBeTruthy();
});
