import { expect, test } from "vitest";
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
        for (const source of sources)
          await transaction.query("insert into entity_property (name, document) values ($1, $2)", [
            source.name,
            JSON.stringify(source),
          ]);
      }),
  });

test("opens a source to its SQL and to which column is which unit", async () => {
  const view = await page();
  await view.user.click(await view.findByText("Country"));
  expect(view.getByText("select user_id, country from users")).toBeTruthy();
  expect(view.getByText(/^Unit/).textContent).toBe("Unit userID is column user_id");
});

test("filters by SQL, and says that nothing fits", async () => {
  const view = await page();
  const filter = await view.findByRole("searchbox", { name: "Filter by name, description or SQL" });
  await view.user.type(filter, "members");
  expect(view.queryByText("Country")).toBeNull();
  await view.user.type(filter, "x");
  expect(await view.findByText("No source fits this filter.")).toBeTruthy();
});

test("without sources it says how to get them", async () => {
  const view = await consoleAt("/demo/entity_properties");
  expect(await view.findByText(/There are no entity property sources yet/)).toBeTruthy();
});
