import { expect, test, vi } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { serviceWithExperiment } from "#testing/stored-experiments.ts";

async function pageOf(width: number, search = "") {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
  const view = await consoleAt(`/demo/experiments/form${search}`, {
    service: await serviceWithExperiment({}),
  });
  await view.findByRole("table", { name: /Change of each metric/ });
  return view;
}

test("a narrow table says which columns have no room, and where their numbers are", async () => {
  const view = await pageOf(660);
  expect(view.queryByRole("columnheader", { name: "Interval" })).toBeNull();
  const note = view.getByText(/hidden at this width/);
  expect(note.textContent).toBe("Interval and p are hidden at this width; each row’s explanation has them.");
});

test("columns that the reader has hidden are not among them", async () => {
  const view = await pageOf(660, `?hide=${encodeURIComponent('["interval"]')}`);
  expect(view.getByText(/hidden at this width/).textContent).toBe(
    "p is hidden at this width; each row’s explanation has it.",
  );
});

test("with one test group there is no column for it, and the metric opens the row", async () => {
  const view = await pageOf(1172, "?test=express");
  expect(view.queryByRole("columnheader", { name: "Test group" })).toBeNull();
  expect(view.getByRole("button", { name: "Details of Orders, Express" }).textContent).toBe("Orders");
});

test("units, means and the MDE stand in the opened row", async () => {
  const view = await pageOf(1172, `?open=${encodeURIComponent('{"Orders::event_count.Express":"slices"}')}`);
  for (const name of ["MDE", "Units", "Mean"]) expect(view.getByRole("rowheader", { name })).toBeTruthy();
  expect(view.queryByRole("columnheader", { name: /MDE|Units|Mean/ })).toBeNull();
});

test("a wide table has nothing to say", async () => {
  const view = await pageOf(1172);
  expect(view.queryByText(/hidden at this width/)).toBeNull();
});
