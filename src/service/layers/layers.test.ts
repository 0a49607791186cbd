// Layers over the API: their parameters, the shares of their experiments, and the values that apps get.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { Experiment } from "#contract/experiment.ts";
import { Layer } from "#contract/layer.ts";
import { Metric } from "#contract/metric.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow, type TestAnswer, type TestRequest } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let now: number;
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  await service.database.transaction((transaction) =>
    writeMetrics(transaction, [
      Metric.parse({
        id: "Orders::event_count",
        name: "Orders",
        type: "event_count",
        directionality: "increase",
      }),
    ]),
  );
});
afterEach(() => service.close());

const send = (method: string, path: string, body?: unknown, options: TestRequest = {}) =>
  service.request(method, `/console/v1${path}`, { body, ...options });
const refused = ({ status, body }: TestAnswer) => ({ status, message: body.message, errors: body.errors });
const bad = (...errors: [property: string, errorMessage: string][]) => ({
  status: 400,
  message: "Bad Request Exception",
  errors: errors.map(([property, errorMessage]) => ({ property, errorMessage })),
});

const parameters = [
  { name: "color", type: "string", defaultValue: "grey" },
  { name: "size", type: "number", defaultValue: 10 },
];
const createLayer = async () => {
  const answer = await send("POST", "/layers", { name: "Home Page", parameters });
  expect(answer.status).toBe(201);
  return Layer.parse(answer.body.data);
};
const readLayer = async () => Layer.parse((await send("GET", "/layers/home_page")).body.data);

const planned = (name: string, more: object = {}) => ({
  name,
  layerID: "home_page",
  allocation: 40,
  groups: ["old", "new"].map((group) => ({
    name: group,
    size: 50,
    parameterValues: { color: `${name} ${group}` },
  })),
  primaryMetrics: [{ name: "Orders", type: "event_count" }],
  ...more,
});
const start = (id: string) => send("PUT", `/experiments/${id}/start`);
async function started(name: string, more?: object) {
  expect((await send("POST", "/experiments", planned(name, more))).status).toBe(201);
  const answer = await start(name);
  expect(answer.status).toBe(200);
  return Experiment.parse(answer.body.data);
}

test("a layer is created, read, listed, changed and deleted", async () => {
  const layer = await createLayer();
  expect(layer).toMatchObject({
    id: "home_page",
    name: "Home Page",
    permalink: "https://console.test/demo/layers/home_page",
    idType: "userID",
    description: "",
    isImplicitLayer: false,
    creatorName: "Test writer",
    parameters,
    experiments: [],
    freeShare: 100,
    version: 1,
  });
  expect(await readLayer()).toEqual(layer);
  expect((await send("GET", "/layers")).body).toMatchObject({
    message: "Layers listed successfully.",
    data: [layer],
    pagination: { totalItems: 1 },
  });
  const changed = await send(
    "PATCH",
    "/layers/home_page",
    { description: "All of it" },
    { headers: { "If-Match": '"1"' } },
  );
  expect(changed.headers.get("ETag")).toBe('"2"');
  expect(changed.body).toMatchObject({
    message: "Layer updated successfully.",
    data: { description: "All of it", parameters, version: 2 },
  });
  const outdated = { headers: { "If-Match": '"1"' } };
  expect((await send("PATCH", "/layers/home_page", { description: "" }, outdated)).status).toBe(412);
  expect(
    (await send("POST", "/layers/home_page?dryRun=true", { description: "", parameters: [] })).status,
  ).toBe(200);
  expect((await readLayer()).parameters).toEqual(parameters);
  expect((await send("DELETE", "/layers/home_page")).body.message).toBe("Layer deleted successfully.");
  expect((await send("GET", "/layers/home_page")).body.message).toBe("Layer not found.");
});

test("what does not fit is refused at its field", async () => {
  await createLayer();
  expect(refused(await send("POST", "/layers", { name: "home page" }))).toMatchObject({
    status: 400,
    message: "Name is already in use",
  });
  const wrong = [
    { name: "a", type: "number", defaultValue: "1" },
    { name: "b", type: "string" },
    { name: "c", type: "date", defaultValue: "" },
  ];
  expect(refused(await send("POST", "/layers", { surprise: 1, parameters: wrong }))).toEqual(
    bad(
      ["parameters.0.defaultValue", "Expected number, received string"],
      ["parameters.1.defaultValue", "Required"],
      [
        "parameters.2.type",
        "Invalid enum value. Expected 'boolean' | 'number' | 'string' | 'object' | 'array', received 'date'",
      ],
      ["surprise", "Unknown field"],
      ["name", "Required"],
    ),
  );
  expect((await send("POST", "/layers", { name: "Mine" }, { key: "read" })).status).toBe(403);
  expect((await send("DELETE", "/layers/nothing")).status).toBe(404);
  expect(
    refused(
      await send(
        "POST",
        "/experiments",
        planned("other", {
          idType: "stableID",
          primaryMetrics: [],
          groups: [
            { name: "A", size: 50, parameterValues: { color: 1, shape: "round" } },
            { name: "B", size: 50, parameterValues: { color: 2, shape: "square" } },
          ],
        }),
      ),
    ).errors,
  ).toEqual([
    { property: "primaryMetrics", errorMessage: "At least one primary metric is needed" },
    {
      property: "idType",
      errorMessage: "Expected 'userID', by which the layer 'Home Page' divides, received 'stableID'",
    },
    ...["0", "1"].flatMap((index) => [
      {
        property: `groups.${index}.parameterValues.color`,
        errorMessage: "Expected string, as in the layer 'Home Page', received number",
      },
      {
        property: `groups.${index}.parameterValues.shape`,
        errorMessage: "The layer 'Home Page' has no parameter 'shape'",
      },
    ]),
  ]);
});

test("parameters, the unit and the layer itself stay while experiments need them", async () => {
  await createLayer();
  await started("button");
  expect(
    refused(
      await send("PATCH", "/layers/home_page", { idType: "stableID", parameters: parameters.slice(1) }),
    ),
  ).toEqual(
    bad(
      ["idType", "Must stay 'userID': the experiment 'button' divides its users by it"],
      ["parameters", "The parameter 'color' must stay: the experiment 'button' decides it"],
    ),
  );
  expect(
    refused(
      await send("PATCH", "/layers/home_page", {
        parameters: [{ name: "color", type: "boolean", defaultValue: true }],
      }),
    ),
  ).toEqual(
    bad(["parameters.0.type", "Must stay as it is: the experiment 'button' has other values of 'color'"]),
  );
  const answer = await send("DELETE", "/layers/home_page");
  expect([answer.status, answer.body.message]).toEqual([
    400,
    "Layer cannot be deleted with experiments still on it",
  ]);
});

test("experiments take shares that are free, keep them as others join and leave, and give them back at their end", async () => {
  await createLayer();
  const first = await started("first");
  await started("second", { allocation: 50 });
  expect(first["layerBuckets"]).toEqual([[0, 399]]);
  expect(await readLayer()).toMatchObject({
    freeShare: 10,
    experiments: [
      { id: "first", share: 40, status: "active" },
      { id: "second", share: 50 },
    ],
  });
  await send("POST", "/experiments", planned("third", { allocation: 20 }));
  const tooMuch = "Only 10 % of the layer 'Home Page' is free: 'first' has 40 %, 'second' has 50 %";
  expect(refused(await start("third"))).toEqual(bad(["allocation", tooMuch]));
  const grown = await send("PATCH", "/experiments/first", { allocation: 60 });
  expect(refused(grown)).toEqual(
    bad(["allocation", "Only 50 % of the layer 'Home Page' is free: 'second' has 50 %"]),
  );
  await send("PUT", "/experiments/second/abandon");
  expect((await start("third")).status).toBe(200);
  const more = await send("PATCH", "/experiments/first", { allocation: 60 });
  expect(Experiment.parse(more.body.data).layerBuckets).toEqual([
    [0, 399],
    [600, 799],
  ]);
  expect((await readLayer()).freeShare).toBe(20);
});

test("two who start at the same moment never take more than the layer has", async () => {
  await createLayer();
  const names = ["one", "two", "three", "four"];
  for (const name of names) await send("POST", "/experiments", planned(name, { allocation: 30 }));
  const answers = await Promise.all(names.map((name) => start(name)));
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 200, 200, 400]);
  const { experiments = [], freeShare } = await readLayer();
  expect([experiments.reduce((sum, { share }) => sum + share, 0), freeShare]).toEqual([90, 10]);
});

const Served = z.object({
  value: z.record(z.string(), z.unknown()),
  ruleID: z.string(),
  allocatedExperimentName: z.string(),
});

test("apps get the values of one experiment at most, the defaults for the rest, and are counted for it", async () => {
  const named = { name: "App", kind: "server", environment: "production" } as const;
  const key = await createKey(service.database, named, testNow);
  const ask = async (path: string, body: unknown): Promise<unknown> =>
    (
      await service.app.request(path, {
        method: "POST",
        headers: { "STATSIG-API-KEY": key },
        body: JSON.stringify(body),
      })
    ).json();
  const get = async (userID: string) =>
    Served.parse(await ask("/v1/get_layer", { layerName: "home_page", user: { userID } }));
  const users = Array.from({ length: 60 }, (_, index) => `u${index}`);
  const all = () => Promise.all(users.map(get));

  expect(await ask("/v1/get_layer", { layerName: "home_page", user: {} })).toMatchObject({
    message: "Layer not found.",
  });
  await createLayer();
  expect(await get("u1")).toEqual({
    value: { color: "grey", size: 10 },
    ruleID: "default",
    allocatedExperimentName: "",
  });
  const { groups } = await started("first");
  await started("second");
  const before = await all();
  const taken = before.filter(({ allocatedExperimentName: name }) => name === "first");
  expect(new Set(before.map(({ allocatedExperimentName: name }) => name))).toEqual(
    new Set(["", "first", "second"]),
  );
  for (const { value, ruleID, allocatedExperimentName: name } of before)
    expect(value["size"] === 10 && String(value["color"]).startsWith(name || "grey")).toBe(ruleID !== "");
  expect(new Set(taken.map(({ ruleID }) => ruleID))).toEqual(new Set(groups.map(({ id }) => id)));

  const rows = await service.database.query(
    "select distinct unit_id from exposure where experiment_id = 'first'",
  );
  expect(rows.length).toBe(taken.length);
  // Browsers send a hash of the experiment's name.
  const [group] = groups;
  await ask("/v1/log_event", {
    events: [true, false].map((isExplicit) => ({
      eventName: "statsig::layer_exposure",
      user: { userID: isExplicit ? "browser" : "other" },
      time: testNow,
      metadata: {
        config: "home_page",
        ruleID: group?.id,
        allocatedExperiment: "3541129",
        parameterName: isExplicit ? "color" : "size",
        isExplicitParameter: String(isExplicit),
      },
    })),
  });
  const browsers = "select unit_id from exposure where unit_id in ('browser', 'other')";
  expect(await service.database.query(browsers)).toEqual([{ unit_id: "browser" }]);

  await send("PUT", "/experiments/second/make_decision", { id: "new", decisionReason: "Better" });
  now += 1000;
  const after = await all();
  for (const [index, one] of after.entries())
    expect(one).toEqual(
      before[index]?.allocatedExperimentName === "first"
        ? before[index]
        : {
            value: { color: "second new", size: 10 },
            ruleID: "launchedGroup",
            allocatedExperimentName: "second",
          },
    );
});
