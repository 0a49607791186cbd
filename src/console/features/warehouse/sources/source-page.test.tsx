// Tests the pages of sources with the real service; previews from a warehouse are tested where PostgreSQL is available.
import { within } from "@testing-library/react";
import { Client } from "pg";
import { expect, test } from "vitest";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";

const exposures = {
  name: "exposures",
  sql: "select * from shop.exposures",
  timestampColumn: "seen_at",
  experimentIDColumn: "experiment",
  groupIDColumn: "variant",
  idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
};

const withSource: ConsoleOptions = {
  fill: (service) =>
    service.request("POST", "/console/v1/experiments/assignment_sources", { body: exposures }),
};

test("an assignment source is made in its form, and stands in the list", async () => {
  const view = await consoleAt("/demo/assignment_sources");
  expect(
    await view.findByText(
      "There are no assignment sources yet. One says who saw which group of an experiment.",
    ),
  ).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "New assignment source" }));
  const type = async (label: string, text: string) => {
    await view.user.type(await view.findByRole("combobox", { name: label }), text);
    await view.user.tab();
  };
  await view.user.type(await view.findByRole("textbox", { name: /^Name/ }), "Exposures");
  await view.user.click(view.getByRole("button", { name: "Create the assignment source" }));
  expect((await view.findByRole("alert")).textContent).toContain("Table");
  await type("Table", "shop.exposures");
  await type("Time", "seen_at");
  await type("Experiment", "experiment");
  await type("Group", "variant");
  await type("Column of userID", "user_id");
  await view.user.click(view.getByRole("button", { name: "Create the assignment source" }));
  expect(await view.findByRole("heading", { name: "Exposures", level: 1 })).toBeTruthy();
  expect(view.getByText("select * from shop.exposures")).toBeTruthy();
});

test("a text that writes is refused while it is typed", async () => {
  const view = await consoleAt("/demo/metric_sources/new");
  await view.user.click(await view.findByRole("button", { name: "SQL" }));
  const text = await view.findByRole("textbox", { name: "SQL" });
  await view.user.click(text);
  await view.user.paste("with d as (delete from events returning *) select * from d");
  expect(await view.findByText(/^Only reads: 'DELETE' at line 1, character 12 is not taken/)).toBeTruthy();
  expect(
    await view.findByRole("button", { name: "Preview", description: "Correct the SQL first." }),
  ).toBeTruthy();
});

test("a list of suggestions leaves the page around it to screen readers", async () => {
  const view = await consoleAt("/demo/metric_sources/new");
  await view.user.click(await view.findByRole("combobox", { name: "Type of unit 1" }));
  expect(await view.findByRole("option", { name: "userID" })).toBeTruthy();
  expect(view.getByRole("heading", { level: 1 }).textContent).toContain("New metric source");
});

test("a change is reviewed before it is stored", async () => {
  const view = await consoleAt("/demo/assignment_sources/exposures?edit=true", withSource);
  const time = await view.findByRole("combobox", { name: "Time" });
  await view.user.clear(time);
  await view.user.type(time, "first_seen_at");
  await view.user.tab();
  await view.user.click(view.getByRole("button", { name: "Review the changes" }));
  const save = await view.findByRole("button", { name: "Save the assignment source" });
  expect(view.getByRole("alertdialog").textContent).toContain("seen_at → becomes first_seen_at");
  await view.user.click(save);
  expect(await view.findByText("The assignment source is saved")).toBeTruthy();
});

test("a newer version of a colleague is merged, and asked about where both changed a field", async () => {
  const view = await consoleAt("/demo/assignment_sources/exposures?edit=true", withSource);
  const time = await view.findByRole("combobox", { name: "Time" });
  await view.user.clear(time);
  await view.user.type(time, "mine");
  await view.user.tab();
  await view.service.request("PATCH", "/console/v1/experiments/assignment_source/exposures", {
    body: { timestampColumn: "theirs" },
  });
  await view.user.click(view.getByRole("button", { name: "Review the changes" }));
  await view.user.click(await view.findByRole("button", { name: "Take theirs" }));
  expect(await view.findByRole("combobox", { name: "Time" })).toHaveProperty("value", "theirs");
});

test("a source that experiments are measured from says so, and stays", async () => {
  const view = await consoleAt("/demo/assignment_sources/exposures", {
    fill: async (service) => {
      await service.request("POST", "/console/v1/experiments/assignment_sources", { body: exposures });
      await service.request("POST", "/console/v1/experiments", {
        body: { name: "Checkout", assignmentSourceName: "exposures" },
      });
    },
  });
  expect(await view.findByRole("link", { name: "Checkout" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Delete" }));
  const dialog = within(await view.findByRole("alertdialog"));
  expect(
    dialog.getByText("1 experiment is measured from it: Checkout. Name another source in them first."),
  ).toBeTruthy();
});

test("whoever may only read is told so, and makes none", async () => {
  const view = await consoleAt("/demo/assignment_sources", { key: "read" });
  await view.findByText(/There are no assignment sources yet/);
  const create = view.getByRole("button", { name: "New assignment source" });
  expect(create.getAttribute("aria-disabled")).toBe("true");
});

const server = process.env["TEST_DATABASE_URL"];
test.skipIf(!server)("a preview fills in the columns, and says what is odd", async () => {
  const url = new URL(server ?? "");
  const schema = `source_pages_${process.pid}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create schema ${schema};
    create table ${schema}.events (user_id text, ts timestamptz, event text, amount numeric);
    insert into ${schema}.events select case when i % 4 > 0 then 'u' || i end, timestamptz '2026-11-01 10:00+00' - i * interval '1 minute', 'purchase', i
      from generate_series(1, 40) i`);
  const postgres = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password) || "none",
    useTls: false,
  };
  const view = await consoleAt("/demo/metric_sources/new", {
    fill: (service) =>
      service.request("PATCH", "/console/v1/wh_connections", { body: { postgres, active: "postgres" } }),
  });
  await view.user.type(await view.findByRole("combobox", { name: "Table" }), `${schema}.events`);
  await view.user.tab();
  await view.user.click(await view.findByRole("button", { name: "Preview" }));
  const preview = within(await view.findByRole("complementary", { name: "Preview" }));
  expect(await preview.findByText(/25% of the rows have no unit/)).toBeTruthy();
  for (const [label, column] of [
    ["Time", "ts"],
    ["Event name", "event"],
    ["Number", "amount"],
    ["Column of userID", "user_id"],
  ] as const)
    expect(view.getByRole("combobox", { name: label })).toHaveProperty("value", column);
  expect(preview.getByRole("region", { name: "Events" }).textContent).toContain("purchase40");
  await admin.query(`drop schema ${schema} cascade`);
  await admin.end();
});
