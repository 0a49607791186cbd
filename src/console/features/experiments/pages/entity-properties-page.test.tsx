import { expect, test } from "vitest";
import { writeDefinitions } from "#service/database/definitions.ts";
import { loadExposures } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";

const sources = [
  {
    name: "Country",
    description: "Where the user lives.",
    tags: ["legal"],
    sql: "select user_id, country from users",
    timestampColumn: "known_at",
    timestampAsDay: false,
    idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
  },
  { name: "Tier", sql: "select tier from members", idTypeMapping: [] },
];

const page = (path = "/demo/entity_properties") =>
  consoleAt(path, {
    fill: ({ database }) =>
      database.transaction(async (transaction) => {
        await writeDefinitions(
          transaction,
          "entity_property",
          sources.map((source) => ({ ...source, id: source.name })),
        );
        const countries = ["DE", "DE", "DE", "NL"];
        await loadExposures(
          transaction,
          countries.map((country, unit) => ({
            experiment: "cart",
            group: "a",
            unit: `u${unit}`,
            time: testNow - 60_000,
            properties: JSON.stringify({ country }),
          })),
        );
      }),
  });

test("opens a source to its SQL and to which column is which unit", async () => {
  const view = await page();
  await view.user.click(await view.findByRole("button", { name: "Details of Country" }));
  expect(view.getByText("select user_id, country from users")).toBeTruthy();
  expect(view.getByText(/^Unit/).textContent).toBe("Unit userID is column user_id");
});

test("shows the values that exposures recorded of a source, and that nothing uses or recorded another", async () => {
  const view = await page();
  const row = await view.findByRole("row", { name: /Country/ });
  await expect.poll(() => row.textContent).toMatch(/DE 75.%, NL 25.%/);
  expect(row.textContent).toContain("No experiment");
  expect(view.getByRole("row", { name: /Tier/ }).textContent).toContain("None recorded in 30 days");
  await view.user.click(view.getByRole("button", { name: "Details of Country" }));
  expect(await view.findByText(/4 exposures in 30 days/)).toBeTruthy();
});

test("filters by SQL, and says that nothing fits", async () => {
  const view = await page();
  const filter = await view.findByRole("searchbox", { name: "Filter by name, description or SQL" });
  await view.user.type(filter, "members");
  expect(view.queryByText("Country")).toBeNull();
  await view.user.type(filter, "x");
  expect(await view.findByText("No source fits this filter.")).toBeTruthy();
});

test("a source opens on a page of its own, where it is edited, with its earlier versions", async () => {
  const view = await page();
  await view.user.click(await view.findByRole("link", { name: "Country" }));
  expect(await view.findByRole("heading", { name: "Country", level: 1 })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Edit" }));
  const time = await view.findByRole("combobox", { name: "Time" });
  await view.user.clear(time);
  await view.user.tab();
  await view.user.click(view.getByRole("button", { name: "Review the changes" }));
  const save = await view.findByRole("button", { name: "Save the entity property source" });
  expect(view.getByRole("alertdialog").textContent).toContain("known_at");
  await view.user.click(save);
  expect(await view.findByText("The entity property source is saved")).toBeTruthy();
  const answer = await view.service.request("GET", "/console/v1/experiments/entity_property/Country");
  expect(answer.body.data).toMatchObject({ timestampColumn: "", version: 2 });
});

test("without sources it says how to get them", async () => {
  const view = await consoleAt("/demo/entity_properties");
  expect(await view.findByText(/There are no entity property sources yet/)).toBeTruthy();
});
