// The exposure source of a plan: chosen in the form if the warehouse has sources, reviewed and saved.
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";

const source = {
  name: "Web",
  sql: "select * from shop.exposures",
  timestampColumn: "seen_at",
  experimentIDColumn: "experiment",
  groupIDColumn: "variant",
  idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
};
const planned = {
  name: "Taller cards",
  groups: ["Control", "Test"].map((name) => ({ name, size: 50 })),
};

test("a plan takes its exposures from a source of the warehouse", async () => {
  const view = await consoleAt("/demo/experiments/taller_cards?tab=plan", {
    fill: async (service) => {
      await service.request("POST", "/console/v1/experiments/assignment_sources", { body: source });
      await service.request("POST", "/console/v1/experiments", { body: planned });
    },
  });
  const { user, service } = view;
  await user.click(await view.findByRole("combobox", { name: "Exposures" }));
  await user.click(await view.findByRole("option", { name: "Web" }));
  expect(view.getByText(/Results are measured in the warehouse/)).toBeTruthy();
  await user.click(view.getByRole("button", { name: "Save plan" }));
  expect(await view.findByRole("heading", { name: /^Review 1 change/ })).toBeTruthy();
  await user.click(await view.findByRole("button", { name: /^Save/ }));
  await waitFor(async () => {
    const { body } = await service.request("GET", "/console/v1/experiments/taller_cards");
    expect(body.data).toMatchObject({ assignmentSourceName: "Web" });
  });
});
