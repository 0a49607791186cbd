// Searching over all kinds, names for ids, and names close to one that does not exist.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { loadEntities } from "#service/database/entities.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { FoundEntity, SearchResult } from "#contract/search.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const read = async (path: string) => {
  const { status, body } = await service.request("GET", `/console/v1/${path}`, { key: "read" });
  expect(status).toBe(200);
  return body.data;
};
const search = async (text: string, more = "") =>
  SearchResult.parse(await read(`search?text=${encodeURIComponent(text)}${more}`));
const names = async (path: string) => z.array(FoundEntity).parse(await read(path));

/** Stores a gate, whose id is derived from its name. */
async function store(name: string, more: object = {}) {
  const { status } = await service.request("POST", "/console/v1/gates", { body: { name, ...more } });
  expect(status).toBe(201);
}
const rule = (name: string, type: string, targetValue: string) => ({
  name,
  passPercentage: 100,
  conditions: [{ type, operator: "any", targetValue }],
  environments: null,
});

test("entities are found by a part of their name or id, those that begin with it first, with their state", async () => {
  await store("New checkout");
  await store("Checkout v2", { isEnabled: false });
  await store("Search");
  const { entities } = await search("CHECKOUT");
  expect(entities.map(({ kind, id, name, isEnabled }) => [kind, id, name, isEnabled])).toEqual([
    ["gate", "checkout_v2", "Checkout v2", false],
    ["gate", "new_checkout", "New checkout", true],
  ]);
  expect((await search("checkout", "&limit=1&kind=gate")).entities.map(({ id }) => id)).toEqual([
    "checkout_v2",
  ]);
  expect((await search("", "&limit=2&kind=gate")).entities.map(({ id }) => id)).toEqual([
    "checkout_v2",
    "new_checkout",
  ]);
  // Wildcards of SQL are treated as ordinary characters.
  expect((await search("%")).entities).toEqual([]);
  expect((await search("_")).entities.map(({ id }) => id)).toEqual(["checkout_v2", "new_checkout"]);
});

test("rules are found by the words of their name and conditions, with the names of the gates that they refer to", async () => {
  await store("Beta users");
  await store("Checkout", {
    rules: [rule("Germany", "country", "DE"), rule("Testers", "passes_gate", "beta_users")],
  });
  const { rules } = await search("country is de");
  expect(rules.map(({ owner, rule }) => [owner.id, rule.name])).toEqual([["checkout", "Germany"]]);
  const testers = await search("testers: users who pass beta users");
  expect(testers.rules.map(({ rule }) => rule.name)).toEqual(["Testers"]);
  expect(testers.gates.map(({ id, name }) => [id, name])).toEqual([["beta_users", "Beta users"]]);
  expect((await search("country is us")).rules).toEqual([]);
});

test("metrics, and those of experiments, are found by their name", async () => {
  const document = {
    id: "cart",
    name: "Shorter cart",
    status: "active",
    primaryMetrics: [{ name: "Orders", type: "event_count" }],
    secondaryMetrics: [{ name: "Returned orders", type: "event_count" }],
  };
  await service.database.transaction((transaction) =>
    loadEntities(transaction, "experiment", [{ document, references: [] }]),
  );
  const { metrics, entities } = await search("ORDERS");
  expect(metrics.map(({ owner, name }) => [owner.id, owner.name, name])).toEqual([
    ["cart", "Shorter cart", "Orders"],
    ["cart", "Shorter cart", "Returned orders"],
  ]);
  expect(entities).toEqual([]);
  await service.request("POST", "/console/v1/metrics", {
    body: { name: "Orders of teams", type: "event_count_custom", metricEvents: [{ name: "order" }] },
  });
  const found = await search("orders of");
  expect(found.entities).toEqual([
    {
      kind: "metric",
      id: "Orders of teams::event_count_custom",
      name: "Orders of teams",
      status: null,
      isEnabled: null,
    },
  ]);
});

test("names are read by their ids, and those close to an id that nothing has are told", async () => {
  await store("Checkout");
  await store("Search");
  expect((await names("names?kind=gate&ids=search,gone,checkout")).map(({ id, name }) => [id, name])).toEqual(
    [
      ["checkout", "Checkout"],
      ["search", "Search"],
    ],
  );
  expect((await names("close_names?kind=gate&id=chekcout")).map(({ id }) => id)).toEqual(["checkout"]);
  expect(await names("close_names?kind=gate&id=something_else")).toEqual([]);
  const { status, body } = await service.request("GET", "/console/v1/names?kind=team&ids=a", { key: "read" });
  expect([status, body.errors?.[0]?.property]).toEqual([400, "kind"]);
});
