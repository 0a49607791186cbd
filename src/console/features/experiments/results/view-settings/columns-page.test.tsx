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
  const view = await pageOf(880);
  expect(view.queryByRole("columnheader", { name: "MDE" })).toBeNull();
  const note = view.getByText(/hidden at this width/);
  expect(note.textContent).toBe(
    "Units, Mean and MDE are hidden at this width; each row’s explanation has them.",
  );
});

test("columns that the reader has hidden are not among them", async () => {
  const view = await pageOf(880, `?hide=${encodeURIComponent('["units","detectable"]')}`);
  expect(view.getByText(/hidden at this width/).textContent).toBe(
    "Mean is hidden at this width; each row’s explanation has it.",
  );
});

test("a wide table has nothing to say", async () => {
  const view = await pageOf(1172);
  expect(view.queryByText(/hidden at this width/)).toBeNull();
});
