// How many users of recent events pass gates, by the rule that decides.
import { afterEach, beforeEach, expect, test } from "vitest";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { loadEvents } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
  await service.database.transaction((transaction) =>
    loadEvents(
      transaction,
      [
        { unit: "ada", metadata: { country: "SE", App_Version: "5.2.0" } },
        { unit: "bob", metadata: { country: "DE", App_Version: "4.0.0" } },
        { unit: "cid", metadata: { country: "DE" } },
      ].map(({ unit, metadata }) => ({
        name: "view",
        time: testNow - 1000,
        unit,
        value: "",
        source: "web",
        metadata: JSON.stringify(metadata),
      })),
    ),
  );
});
afterEach(() => service.close());

const rule = (baseID: string, conditions: object[], rest: object = {}) => ({
  id: baseID,
  baseID,
  name: baseID,
  passPercentage: 100,
  conditions,
  environments: null,
  ...rest,
});
const create = async (id: string, rules: object[], rest: object = {}) =>
  service.request("POST", "/console/v1/gates", { body: { id, name: id, rules, ...rest } });
const ask = (search: string) => service.request("GET", `/console/v1/gate_audiences?${search}`);

test("counts the users who pass, by the rule that lets them in, in each environment", async () => {
  await create("germans", [rule("de", [{ type: "country", operator: "any", targetValue: ["DE"] }])]);
  await create("shop", [
    rule("new", [{ type: "app_version", operator: "version_gte", targetValue: "5.0.0" }]),
    rule("de", [{ type: "passes_gate", targetValue: "germans" }], { environments: ["production"] }),
    rule("rest", [{ type: "public" }], { passPercentage: 0 }),
  ]);
  const { status, body } = await ask("ids=shop,germans,gone&environments=production,staging");
  expect(status).toBe(200);
  const production = { name: "production", passing: 3, unknown: 0 };
  expect(body.data).toMatchObject([
    {
      id: "shop",
      users: 3,
      environments: [
        {
          ...production,
          rules: [{ users: 1 }, { users: 2 }],
        },
        { name: "staging", passing: 1, unknown: 0, rules: [{ users: 1 }] },
      ],
    },
    {
      id: "germans",
      users: 3,
      environments: [
        { name: "production", passing: 2, rules: [{ users: 2 }] },
        { name: "staging", passing: 2 },
      ],
    },
  ]);
});

test("a launched gate lets everyone in by no rule, and what cannot be judged is told apart", async () => {
  await create("open", [], { status: "Launched", isEnabled: true });
  await create("riddle", [rule("r", [{ type: "passes_segment", targetValue: "friends" }])]);
  const { body } = await ask("ids=open,riddle");
  expect(body.data).toMatchObject([
    { environments: [{ name: "production", passing: 3, unknown: 0, rules: [] }] },
    { environments: [{ passing: 0, unknown: 3 }] },
  ]);
});

test("users of a segment are counted by its ids, and by its rules with what no event tells", async () => {
  const segment = async (body: object) =>
    expect(await service.request("POST", "/console/v1/segments", { body })).toMatchObject({ status: 201 });
  await segment({ name: "friends", type: "id_list" });
  const list = "/console/v1/segments/friends/id_list";
  expect(await service.request("PATCH", list, { body: { ids: ["ada"] } })).toMatchObject({ status: 200 });
  const gold = { type: "custom_field", field: "tier", operator: "any", targetValue: ["gold"] };
  await segment({
    name: "gold",
    type: "rule_based",
    rules: [{ name: "Gold", passPercentage: 100, conditions: [gold] }],
  });
  await create("early", [rule("r", [{ type: "passes_segment", targetValue: "friends" }])]);
  await create("late", [rule("r", [{ type: "fails_segment", targetValue: "gold" }])]);
  expect((await ask("ids=early,late")).body.data).toMatchObject([
    { environments: [{ passing: 1, unknown: 0 }] },
    { unreported: ["tier"], environments: [{ passing: 3, unknown: 0 }] },
  ]);
});

test("names what the rules read, also those of gates behind, and no event tells", async () => {
  await create("members", [
    rule("m", [{ type: "custom_field", field: "tier", operator: "any", targetValue: ["gold"] }]),
  ]);
  await create("reminders", [
    rule("r", [
      { type: "passes_gate", targetValue: "members" },
      { type: "country", operator: "any", targetValue: ["DE"] },
    ]),
  ]);
  expect((await ask("ids=reminders")).body.data).toMatchObject([
    { users: 3, unreported: ["tier"], environments: [{ passing: 0, unknown: 0 }] },
  ]);
});

test("more ids than a parameter takes are refused by name", async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `g${index}`).join();
  expect(await ask(`ids=${ids}`)).toMatchObject({ status: 400, body: { errors: [{ property: "ids" }] } });
  expect((await ask("")).status).toBe(400);
});

test("counts the users whom each rule and variant of a config takes", async () => {
  await create("germans", [rule("de", [{ type: "country", operator: "any", targetValue: ["DE"] }])]);
  const variants = [
    { name: "All", passPercentage: 100, returnValue: { price: 1 } },
    { name: "None", passPercentage: 0, returnValue: { price: 2 } },
  ];
  const { body: created } = await service.request("POST", "/console/v1/dynamic_configs", {
    body: {
      name: "prices",
      rules: [
        { ...rule("new", [{ type: "passes_gate", targetValue: "germans" }]), variants },
        rule("none", [{ type: "public" }], { passPercentage: 0 }),
      ],
    },
  });
  const [first] = DynamicConfig.parse(created.data).rules;
  const { status, body } = await ask("ids=prices,germans&kind=dynamic_config");
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      id: "prices",
      users: 3,
      unreported: [],
      environments: [
        {
          name: "production",
          passing: 2,
          unknown: 0,
          rules: [{ baseID: first?.baseID, users: 2 }],
          variants: [{ id: first?.variants?.[0]?.id, users: 2 }],
        },
      ],
    },
  ]);
  await service.request("PUT", "/console/v1/dynamic_configs/prices/disable", {});
  expect((await ask("ids=prices&kind=dynamic_config")).body.data).toMatchObject([
    { environments: [{ passing: 0, rules: [] }] },
  ]);
  expect((await ask("ids=prices&kind=experiment")).status).toBe(400);
});
