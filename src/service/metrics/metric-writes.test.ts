// Metrics over HTTP: created, read, changed, deleted, listed, and the experiments that use them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadEvents } from "#service/database/logs.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

const day = 86_400_000;
let service: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  service = await testApp();
  const event = (name: string, time: number) => ({
    name,
    time,
    unit: "u",
    value: "",
    source: "",
    metadata: "{}",
  });
  await service.database.transaction((transaction) =>
    loadEvents(transaction, [
      event("order", testNow - 2 * day),
      event("order", testNow - day),
      event("visit", testNow),
    ]),
  );
});
afterAll(() => service.close());

const send = (method: string, path: string, body?: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1/metrics${path}`, {
    ...(body === undefined ? {} : { body }),
    ...options,
  });
const at = (id: string) => `/${encodeURIComponent(id)}`;
const refused = ({ status, body }: TestAnswer) => ({
  status,
  errors: body.errors?.map(({ property, errorMessage }) => [property, errorMessage]),
});
const bad = (...errors: [property: string, errorMessage: string][]) => ({ status: 400, errors });

const german = { type: "metadata", column: "country", condition: "in", values: ["DE"] };
const orders = {
  name: "Orders / Germany",
  type: "event_count_custom",
  metricEvents: [{ name: "order", criteria: [german] }],
};
const ordersID = "Orders / Germany::event_count_custom";

test("a metric is created with the public defaults, and read, changed, followed and deleted by its id", async () => {
  const dry = await send("POST", "?dryRun=true", orders);
  expect([dry.status, (await send("GET", at(ordersID))).status]).toEqual([201, 404]);

  const created = await send("POST", "", {
    ...orders,
    winsorization: 99,
    owner: { name: "Signe" },
    tags: ["Core"],
  });
  expect(created.status).toBe(201);
  expect(created.headers.get("ETag")).toBe('"1"');
  expect(created.body).toMatchObject({
    message: "Metric created successfully.",
    data: {
      id: ordersID,
      permalink: `https://console.test/demo/metrics/${encodeURIComponent(ordersID)}`,
      directionality: "increase",
      description: "",
      creatorName: "Test writer",
      createdTime: testNow,
      lineage: { events: ["order"], metrics: [] },
      metricEvents: [{ name: "order", type: "count", criteria: [german] }],
      winsorization: 99,
      experimentCount: 0,
      lastEventTime: testNow - day,
    },
  });
  expect(refused(await send("POST", "", orders))).toEqual(bad(["name", "Name is already in use"]));

  const read = await send("GET", at(ordersID));
  const { sql, ...metric } = Object(read.body.data);
  expect([metric, read.headers.get("ETag")]).toEqual([created.body.data, '"1"']);
  expect(sql).toBe(
    "select unit, count(*) as value\nfrom events\nwhere event = 'order' and metadata->>'country' in ('DE')\ngroup by unit",
  );

  const changed = await send("PATCH", at(ordersID), {
    directionality: "decrease",
    winsorization: null,
    changeReason: "Fewer",
  });
  expect(changed.body.data).toMatchObject({
    directionality: "decrease",
    version: 2,
    lastModifiedReason: "Fewer",
  });
  expect(changed.body.data).not.toHaveProperty("runningExperiments");
  const outdated = await send("PATCH", at(ordersID), { tags: [] }, { headers: { "If-Match": '"1"' } });
  expect([outdated.status, outdated.body.data]).toMatchObject([412, { version: 2 }]);
  const sentBack = await send("PATCH", at(ordersID), { ...Object(read.body.data), description: "As it was" });
  expect(sentBack.status).toBe(200);

  const versions = await send("GET", `${at(ordersID)}/versions?limit=2`);
  expect(versions.body.data).toMatchObject([{ version: 3, description: "As it was" }, { version: 2 }]);
  const differences = await send("GET", `${at(ordersID)}/version_differences`);
  expect(differences.body.data).toMatchObject([
    { version: 3 },
    {
      version: 2,
      changes: [
        { property: "directionality", old: "increase", new: "decrease" },
        { property: "winsorization" },
      ],
    },
    { version: 1, changes: [] },
  ]);

  expect((await send("DELETE", `${at(ordersID)}?dryRun=true`)).status).toBe(200);
  expect((await send("DELETE", at(ordersID))).body).toEqual({ message: "Metric deleted successfully." });
  for (const path of ["", "/versions?page=9", "/experiments"])
    expect((await send("GET", `${at(ordersID)}${path}`)).status).toBe(
      path.startsWith("/versions") ? 200 : 404,
    );
  expect((await send("POST", "", orders)).body.data).toMatchObject({ version: 4 });
});

const count = { name: "Test metric", type: "event_count_custom", metricEvents: [{ name: "order" }] };
const filtered = (criterion: object) => ({
  ...count,
  metricEvents: [{ name: "order", criteria: [criterion] }],
});
const step = (name: string) => ({ name });

test.each<[string, unknown, [string, string][]]>([
  [
    "no name",
    { type: "sum" },
    [
      ["name", "Required"],
      ["metricEvents", "At least one event is needed"],
    ],
  ],
  ["a short name", { ...count, name: "Abc" }, [["name", "Must be at least 4 characters"]]],
  [
    "a type that is not computed",
    { name: "Some metric", type: "composite" },
    [
      [
        "type",
        "Metrics of the type 'composite' are not computed here. Expected 'event_count_custom' | 'event_user' | 'event_dau' | 'sum' | 'mean' | 'ratio' | 'funnel'",
      ],
    ],
  ],
  ["no event", { ...count, metricEvents: [] }, [["metricEvents", "At least one event is needed"]]],
  [
    "a sum of nothing",
    { ...count, type: "sum" },
    [["metricEvents.0.type", "A metric of the type 'sum' needs a number: 'value' | 'metadata'"]],
  ],
  [
    "a count of numbers",
    { ...count, metricEvents: [{ name: "order", type: "value" }] },
    [["metricEvents.0.type", "A metric of the type 'event_count_custom' counts events: 'count'"]],
  ],
  [
    "a field without its name",
    { ...count, type: "mean", metricEvents: [{ name: "order", type: "metadata" }] },
    [["metricEvents.0.metadataKey", "The name of the metadata field is needed"]],
  ],
  [
    "a ratio of one",
    { ...count, type: "ratio" },
    [["metricEvents", "A ratio needs 2 events, the numerator first, received 1"]],
  ],
  [
    "a funnel of one step",
    { name: "Some funnel", type: "funnel", funnelEventList: [step("order")] },
    [["funnelEventList", "A funnel needs at least 2 steps"]],
  ],
  [
    "steps elsewhere",
    { ...count, funnelEventList: [step("a")] },
    [["funnelEventList", "Only funnels have steps"]],
  ],
  [
    "a filter on a user",
    filtered({ type: "user", condition: "non_null" }),
    [
      [
        "metricEvents.0.criteria.0.type",
        "Invalid enum value. Expected 'value' | 'metadata', received 'user'",
      ],
    ],
  ],
  [
    "a filter on an unnamed field",
    filtered({ type: "metadata", condition: "non_null" }),
    [["metricEvents.0.criteria.0.column", "The name of the metadata field is needed"]],
  ],
  [
    "a comparison with a text",
    filtered({ type: "value", condition: ">", values: ["many"] }),
    [["metricEvents.0.criteria.0.values.0", "Expected a number, received 'many'"]],
  ],
  [
    "a comparison with two",
    filtered({ type: "value", condition: "=", values: ["1", "2"] }),
    [["metricEvents.0.criteria.0.values", "'=' takes one value, received 2"]],
  ],
  [
    "no value",
    filtered({ type: "value", condition: "contains" }),
    [["metricEvents.0.criteria.0.values", "At least one value is needed"]],
  ],
  [
    "a value too many",
    filtered({ type: "value", condition: "is_null", values: ["x"] }),
    [["metricEvents.0.criteria.0.values", "'is_null' takes no value"]],
  ],
  ["an unknown field", { ...count, rollup: 1 }, [["rollup", "Unknown field"]]],
  [
    "a cap of users",
    { ...count, type: "event_user", winsorization: 99 },
    [["winsorization", "Only counts and sums are capped"]],
  ],
  ["a cap below the middle", { ...count, winsorization: 5 }, [["winsorization", "Must be at least 50"]]],
])("%s is refused by the field", async (_what, body, errors) => {
  expect(refused(await send("POST", "", body))).toEqual(bad(...errors));
});

test("a metric that experiments use says so, stays, and keeps its name", async () => {
  const used = {
    name: "Used metric",
    type: "event_user",
    tags: ["Guardrail"],
    metricEvents: [{ name: "visit" }],
  };
  const id = "Used metric::event_user";
  expect((await send("POST", "", used)).status).toBe(201);
  const reference = { name: "Used metric", type: "event_user" };
  for (const [name, fields] of [
    ["Running test", { primaryMetrics: [reference] }],
    [
      "Planned test",
      {
        primaryMetrics: [{ name: "Orders / Germany", type: "event_count_custom" }],
        secondaryMetrics: [reference],
      },
    ],
  ] as const)
    expect(
      (await service.request("POST", "/console/v1/experiments", { body: { name, ...fields } })).status,
    ).toBe(201);
  expect(
    (await service.request("PUT", "/console/v1/experiments/running_test/start", { body: {} })).status,
  ).toBe(200);

  expect(refused(await send("DELETE", at(id)))).toEqual(
    bad(["id", "2 experiments use this metric: 'Running test', 'Planned test'"]),
  );
  const dry = await send("PATCH", `${at(id)}?dryRun=true`, { directionality: "decrease" });
  expect(dry.body.data).toMatchObject({
    directionality: "decrease",
    runningExperiments: [{ id: "running_test", name: "Running test", status: "active", role: "primary" }],
  });
  expect((await send("GET", at(id))).body.data).toMatchObject({
    directionality: "increase",
    experimentCount: 2,
  });
  const experiments = await send("GET", `${at(id)}/experiments?limit=1&page=2`);
  expect(experiments.body).toMatchObject({
    data: [{ id: "planned_test", status: "setup", role: "guardrail", result: null }],
    pagination: { totalItems: 2 },
  });
  expect(refused(await send("PATCH", at(id), { name: "Another", metricEvents: [] }))).toEqual(
    bad(
      ["name", "A metric keeps its name, by which experiments refer to it. Create another one"],
      ["metricEvents", "At least one event is needed"],
    ),
  );
  expect((await send("PATCH", at(id), { isReadOnly: true })).status).toBe(200);
  expect(refused(await send("PATCH", at(id), { description: "Other" }))).toEqual(
    bad(["isReadOnly", "The metric is read-only. Send false to change it"]),
  );
});

test("the list is searched, filtered, ordered and counted; hidden metrics are left out unless they are asked for", async () => {
  expect((await send("POST", "", { ...count, name: "Hidden metric", isHidden: true })).status).toBe(201);
  const names = async (query: string) => {
    const { status, body } = await send("GET", `/list${query}`);
    expect(status).toBe(200);
    return (Array.isArray(body.data) ? body.data : []).map(({ name }: { name: string }) => name);
  };
  expect(await names("")).toEqual(["Orders / Germany", "Used metric"]);
  expect(await names("?showHiddenMetrics=true")).toEqual([
    "Hidden metric",
    "Orders / Germany",
    "Used metric",
  ]);
  expect(await names("?sort=experimentCount&order=descending")).toEqual(["Used metric", "Orders / Germany"]);
  expect(await names("?sort=lastEventTime")).toEqual(["Orders / Germany", "Used metric"]);
  expect(await names("?type=event_user,sum")).toEqual(["Used metric"]);
  expect(await names("?event=order")).toEqual(["Orders / Germany"]);
  expect(await names("?search=GERMANY&tags=Guardrail")).toEqual([]);
  const { body } = await send("GET", "/list?counts=true&limit=1");
  expect(body).toMatchObject({ pagination: { totalItems: 2 }, counts: { inUse: 2, archived: 1 } });
});
