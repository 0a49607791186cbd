import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { day, serviceWithExperiment } from "#testing/stored-experiments.ts";

test("every decision stands with its words and its effect, and too few of them are said to be too few", async () => {
  const service = await serviceWithExperiment({
    experiment: {
      status: "decision_made",
      launchedGroupID: "express",
      endTime: Date.now() - day,
      decisionTime: Date.now() - day,
      decisionReason: "More orders, and the gap is known.",
    },
  });
  // Lists trigger no computation: results exist once somebody has read them.
  await service.request("GET", "/console/v1/experiments/form/summary_charts");
  const view = await consoleAt("/demo/learned", { service });
  const table = within(await view.findByRole("table", { name: /^Effect of all that was shipped/ }));
  const [row] = table.getAllByRole("row").slice(1);
  expect(row?.textContent?.replaceAll("\u00a0", " ")).toMatch(
    /^Orders1 experiment1 shipped\+133 %too few to say/,
  );
  expect(view.getByText(/Orders, Express: \+133.% measured/)).toBeTruthy();
  const search = view.getByRole("searchbox", { name: "Search in hypotheses and reasons" });
  await view.user.type(search, "gap");
  expect(view.getByRole("link", { name: "Form" })).toBeTruthy();
  await view.user.type(search, " of nothing");
  expect(await view.findByText("No decision has these words.")).toBeTruthy();
});
