import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Gate } from "#contract/gate.ts";
import type { Database } from "#service/database/database.ts";
import { listReferences, listVersions } from "#service/database/entity-lists.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { deleteEntity } from "#service/database/entities.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { importProject } from "./import-project.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-project-"));
const now = Date.UTC(2026, 10, 1, 12);

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

function run(project: unknown, dryRun = false) {
  const file = join(folder, "project.json");
  writeFileSync(file, typeof project === "string" ? project : JSON.stringify(project));
  return importProject(database, { kind: "project", file, dataDir: undefined, dryRun }, now);
}

const eligible = {
  name: "Eligible",
  rules: [{ name: "Nordic", conditions: [{ type: "country", operator: "any", targetValue: ["SE"] }] }],
};
const project = {
  gates: [eligible],
  dynamicConfigs: [
    {
      name: "Prices",
      defaultValueJson5: "{ price: 3 } // euro",
      rules: [
        {
          name: "Some",
          passPercentage: 12.5,
          conditions: [{ type: "passes_gate", targetValue: "eligible" }],
          returnValue: { price: 2 },
        },
      ],
    },
  ],
  experiments: [
    {
      name: "Form",
      targetingGateID: "eligible",
      groups: [
        { name: "Long", size: 50 },
        { name: "Short", size: 50 },
      ],
    },
  ],
  metrics: [{ name: "Sent", type: "event_count", lineage: { events: ["sent"], metrics: [] } }],
  entityProperties: [{ name: "Country", sql: "select 1" }],
};
const oneEach = (what: "added" | "updated" | "unchanged") => ({
  added: 0,
  updated: 0,
  unchanged: 0,
  [what]: 1,
});
const document = (found: unknown) => found;

test("a project is stored with what it refers to, and a second time nothing changes", async () => {
  const report = await run(project);
  expect(report).toEqual({
    gates: oneEach("added"),
    dynamicConfigs: oneEach("added"),
    experiments: oneEach("added"),
    metrics: oneEach("added"),
    entityProperties: oneEach("added"),
  });
  const all = { limit: 10, page: 1 };
  expect((await listReferences(database, "eligible", "experiment", all, document)).items).toMatchObject([
    { id: "form", version: 1, groups: [{ id: "Long" }, { id: "Short" }] },
  ]);
  expect((await listReferences(database, "eligible", "dynamic_config", all, document)).items).toMatchObject([
    { id: "prices", defaultValue: { price: 3 }, defaultValueJson5: "{ price: 3 } // euro" },
  ]);
  expect((await run(project)).gates).toEqual(oneEach("unchanged"));
  expect((await run(project)).dynamicConfigs).toEqual(oneEach("unchanged"));
  expect((await run(project)).entityProperties).toEqual(oneEach("unchanged"));
});

test("what differs gets a new version, the rest is left alone", async () => {
  await run(project);
  const report = await run({ ...project, gates: [{ ...eligible, description: "Who may see it" }] });
  expect(report).toMatchObject({ gates: oneEach("updated"), experiments: oneEach("unchanged") });
  const { items } = await listVersions(database, "gate", "eligible", { limit: 10, page: 1 }, document);
  expect(items).toMatchObject([{ version: 2, description: "Who may see it" }, { version: 1 }]);
});

test("inline targeting refers to gates without ids of rules, and an import that leaves it out keeps both", async () => {
  const conditions = [{ type: "passes_gate", targetValue: ["eligible"] }];
  const [form] = project.experiments;
  const inlineTargetingRulesJSON = JSON.stringify([{ name: "inline", passPercentage: 100, conditions }]);
  const inline = { ...form, targetingGateID: "", inlineTargetingRulesJSON };
  await run({ gates: [eligible], experiments: [inline] });
  const referring = async () =>
    (await listReferences(database, "eligible", "experiment", { limit: 10, page: 1 }, document)).items;
  expect(await referring()).toMatchObject([{ id: "form", version: 1 }]);
  const { inlineTargetingRulesJSON: _, ...less } = { ...inline, description: "Changed" };
  await run({ experiments: [less] });
  expect(await referring()).toMatchObject([{ id: "form", version: 2, inlineTargetingRulesJSON }]);
});

test("an entity that stands in the file twice is stored as if it came twice", async () => {
  const gate = (id: string, description: string) => ({ id, name: id, description });
  await run({ gates: [gate("known", "stored")] });
  const twice = ["known", "new"].flatMap((id) => [gate(id, "first"), gate(id, "second"), gate(id, "second")]);
  expect((await run({ gates: twice })).gates).toEqual({ added: 1, updated: 3, unchanged: 2 });
  for (const [id, descriptions] of [
    ["known", ["second", "first", "stored"]],
    ["new", ["second", "first"]],
  ] as const) {
    const { items } = await listVersions(database, "gate", id, { limit: 100, page: 1 }, (document) =>
      Gate.parse(document),
    );
    expect(items.map(({ description }) => description)).toEqual(descriptions);
  }
});

test("a metric that names only its events is taken, and counts once however often it is given", async () => {
  const metric = (description: string) => ({
    name: "Sent",
    type: "event_count",
    description,
    lineage: { events: ["sent"] },
  });
  const { metrics } = await run({ metrics: [metric("first"), metric("last")] });
  expect(metrics).toMatchObject({ added: 1 });
  expect(await readMetrics(database)).toMatchObject([
    { description: "last", lineage: { events: ["sent"], metrics: [] } },
  ]);
});

test("a deleted entity goes on from its last version", async () => {
  await run({ gates: [{ ...eligible, id: "eligible" }] });
  await database.transaction((transaction) => deleteEntity(transaction, "gate", "eligible", now));
  await run({ gates: [{ ...eligible, id: "eligible" }] });
  const { items } = await listVersions(database, "gate", "eligible", { limit: 10, page: 1 }, document);
  expect(items).toMatchObject([{ version: 2 }, { version: 1 }]);
});

test("an entity that is larger than the API would store is refused, with nothing stored", async () => {
  const large = { ...eligible, id: "large", description: "x".repeat(1_048_576) };
  await expect(run({ gates: [{ ...eligible, id: "eligible" }, large] })).rejects.toThrow(
    /gate large: The gate would be stored in 1,04\d,\d{3} bytes; at most 1,048,576 are allowed/,
  );
  expect(await database.query("select 1 from gate")).toEqual([]);
});

test("a new version does not carry on the reason of the one before", async () => {
  await run(project);
  const [stored] = await database.query<{ document: object }>(
    "select document from gate where id = 'eligible'",
  );
  await database.query("update gate set document = $1::jsonb where id = 'eligible'", [
    JSON.stringify({ ...stored?.document, lastModifiedReason: "By hand" }),
  ]);
  expect((await run(project)).gates).toEqual(oneEach("unchanged"));
  await run({ ...project, gates: [{ ...eligible, description: "Who may see it" }] });
  const { items } = await listVersions(database, "gate", "eligible", { limit: 10, page: 1 }, document);
  expect(items).toMatchObject([{ lastModifiedReason: null }, { lastModifiedReason: "By hand" }]);
});

test("problems are told all at once by field, and nothing is stored", async () => {
  const bad = {
    ...project,
    gates: [{ name: "No", rules: [{ name: "R", conditions: [{ type: "moon" }] }] }],
    experiments: [
      { name: "Form", status: "paused", groups: [] },
      { name: "New", groups: [{ name: "All", size: 100 }] },
    ],
  };
  const failure = await run(bad).catch((error: unknown) => String(error));
  for (const property of [
    "gates.0.name",
    "gates.0.rules.0.conditions.0.type",
    "experiments.0.status",
    "experiments.0.groups",
    "experiments.1.name",
  ])
    expect(failure).toContain(`${property}: `);
  expect(await database.query("select id from dynamic_config")).toEqual([]);
});

test("text that is no JSON is refused", async () => {
  await expect(run("{ gates: ")).rejects.toThrow("not valid JSON");
});

test("a dry run stores nothing", async () => {
  expect((await run(project, true)).gates).toEqual(oneEach("added"));
  expect(await database.query("select id from gate")).toEqual([]);
});
