// Power and pre-flight of plans, over a log for which every number is known.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Experiment } from "#contract/experiment.ts";
import { ExperimentPower } from "#contract/experiment-power.ts";
import type { Gate } from "#contract/gate.ts";
import { ExperimentPreflight } from "#contract/experiment-preflight.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures, type NewEvent } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const today = testNow - (testNow % day);
const past = 28;
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const metric = (name: string, event: string, more: object = {}) => ({
  id: `${name}::event_count`,
  name,
  type: "event_count",
  directionality: "increase",
  lineage: { events: [event], metrics: [] },
  ...more,
});
const metrics = [
  metric("Orders", "order"),
  metric("Returns", "return", { tags: ["Guardrail"], directionality: "decrease" }),
];
const groups = ["Control", "Test"].map((name) => ({ name, size: 50, parameterValues: { label: name } }));
const plan = {
  groups,
  primaryMetrics: [{ name: "Orders", type: "event_count" }],
  duration: 28,
};

const event = (name: string, unit: string, daysAgo: number, country = "SE", hour = 1): NewEvent => ({
  name,
  unit,
  time: today - daysAgo * day + hour * 3_600_000,
  value: "",
  source: "test",
  metadata: JSON.stringify({ country }),
});
const users = Array.from({ length: 400 }, (_, number) => ({
  unit: `user-${number}`,
  number,
  country: number % 4 === 0 ? "NO" : "SE",
  /** Numbers of days ago at which the user visited; a quarter of the users come twice. */
  visits: [1 + (number % past), ...(number % 4 === 1 ? [1 + ((number + 3) % past)] : [])],
  /** Number of orders later on the day of the first visit. */
  orders: number % 3,
}));
const events = users.flatMap(({ unit, visits, orders, country }) => [
  ...visits.map((ago) => event("visit", unit, ago, country)),
  ...Array.from({ length: orders }, () => event("order", unit, Math.max(...visits), country, 2)),
]);

const store = (log: readonly NewEvent[] = events) =>
  service.database.transaction(async (transaction) => {
    await writeMetrics(transaction, metrics);
    await loadEvents(transaction, log);
  });
const gate = (id: string, fields: Partial<Gate> = {}) => {
  const north = {
    id: "north",
    name: "North",
    passPercentage: 100,
    conditions: [{ type: "country", operator: "any", targetValue: ["NO"] }],
  };
  const document: Gate = {
    id,
    name: id,
    isEnabled: true,
    status: "In Progress",
    createdTime: testNow - day,
    rules: [north],
    ...fields,
  };
  return service.database.transaction((transaction) =>
    writeEntity(transaction, "gate", { document, references: [] }, testNow),
  );
};

const ask = (what: "power" | "preflight", body: object) =>
  service.request("POST", `/console/v1/experiments/${what}`, { body, key: "read" });
async function power(body: object = plan) {
  const answer = await ask("power", body);
  expect(answer.status, answer.text).toBe(200);
  return ExperimentPower.parse(answer.body.data);
}
async function preflight(body: object = plan) {
  const answer = await ask("preflight", body);
  expect(answer.status, answer.text).toBe(200);
  return ExperimentPreflight.parse(answer.body.data);
}

test("units of the past accumulate, and their values give the smallest effects, with a key that may only read", async () => {
  await store();
  const found = await power({ ...plan, allocation: 50, wishedEffect: 40 });
  expect(found).toMatchObject({ source: "events", recordedDays: past, duration: 28, measuredUnits: 400 });
  expect([found.from, found.to]).toEqual(["2026-10-04", "2026-10-31"]);
  // For each day, the users who come on it, and those of them who were not there before.
  const seen = found.days.map(
    (_, index) => users.filter(({ visits }) => visits.includes(past - index)).length,
  );
  const first = found.days.map(
    (_, index) => users.filter(({ visits }) => Math.max(...visits) === past - index).length,
  );
  expect(found.days.map((one) => one.seen)).toEqual(seen);
  expect(found.days.map((one) => one.first)).toEqual(first);
  expect(found.entering).toBe(200);
  expect(found.groups).toEqual([
    { name: "Control", units: 100 },
    { name: "Test", units: 100 },
  ]);

  const [orders] = found.metrics;
  const mean = users.reduce((sum, one) => sum + one.orders, 0) / 400;
  const variance = users.reduce((sum, one) => sum + (one.orders - mean) ** 2, 0) / 399;
  expect(orders?.mean).toBeCloseTo(mean, 12);
  expect(orders?.std).toBeCloseTo(Math.sqrt(variance), 12);
  // 2.8016 is z(0.8) + z(0.975).
  expect(orders?.fixed).toBeCloseTo((100 * 2.801585218 * Math.sqrt(variance / 50)) / mean, 6);
  expect((orders?.sequential ?? 0) / (orders?.fixed ?? 1)).toBeCloseTo((3.584519 + 0.841621) / 2.801585, 3);
  expect(orders?.curve.map((one) => one.day).at(-1)).toBe(42);
  expect(orders?.curve.find((one) => one.day === 28)).toMatchObject({
    fixed: orders?.fixed,
    isExtrapolated: false,
  });
  expect(orders?.curve.find((one) => one.day === 29)?.isExtrapolated).toBe(true);
  expect(orders?.daysNeeded).toBeGreaterThan(1);
  expect(found.shapes).toHaveLength(12);
  // Two equal groups with half of the users are the plan itself.
  const same = found.shapes.find(({ groups, allocation }) => groups === 2 && allocation === 50);
  expect(same?.fixed).toBe(orders?.fixed);
  expect(same?.needed.map(({ effect }) => effect)).toEqual([20, 40, 80]);
  expect(same?.needed[1]?.days).toBe(orders?.daysNeeded);
  // Nothing was stored.
  expect((await service.request("GET", "/console/v1/experiments")).body.pagination?.totalItems).toBe(0);
});

test("of a targeted plan only those count who pass its gate, or its rules, by what their events say", async () => {
  await store();
  await gate("north");
  const rules = JSON.stringify([
    {
      name: "North",
      passPercentage: 100,
      conditions: [{ type: "country", operator: "none", targetValue: ["NO"] }],
    },
  ]);
  const [passing, others] = [
    await power({ ...plan, targetingGateID: "north" }),
    await power({ ...plan, inlineTargetingRulesJSON: rules }),
  ];
  expect(passing.targeting).toEqual({ units: 400, judged: 400, passed: 100, unknown: 0 });
  expect(others.targeting).toEqual({ units: 400, judged: 400, passed: 300, unknown: 0 });
  expect([passing.entering, others.entering]).toEqual([100, 300]);
  const north = users.filter(({ country }) => country === "NO");
  expect(passing.metrics[0]?.mean).toBeCloseTo(north.reduce((sum, one) => sum + one.orders, 0) / 100, 12);
});

test("sizes, level and duration are answered from what was read; an import is read at once", async () => {
  await store();
  const before = await power();
  await store([event("visit", "late", 3)]);
  expect((await power({ ...plan, duration: 7 })).targeting.units).toBe(400);
  const three = [
    { name: "A", size: 34 },
    { name: "B", size: 33 },
    { name: "C", size: 33 },
  ];
  const strict = await power({ ...plan, groups: three, bonferroniCorrection: true });
  expect(strict.alpha).toBe(0.025);
  expect(strict.metrics[0]?.fixed).toBeGreaterThan(before.metrics[0]?.fixed ?? Infinity);
  await service.database.query(
    "insert into import_run (fingerprint, description, imported_time, rows) values ('f', 'events', 1, 1)",
  );
  expect((await power()).targeting.units).toBe(401);
});

test("CUPED takes out of the variance what the week before explains", async () => {
  const orders = (number: number, unit: string, ago: number) =>
    Array.from({ length: number }, () => event("order", unit, ago, "SE", 2));
  await store(
    users.flatMap(({ unit, number }) => [
      ...orders(1 + (number % 5), unit, 30),
      event("visit", unit, 25),
      ...orders(1 + (number % 5) + (number % 7), unit, 25),
    ]),
  );
  const [plain, adjusted] = [await power(), await power({ ...plan, cuped: true })];
  // The variances of 1 … 5 and of 0 … 6 are 2 and 4: a third is explained.
  expect(adjusted.metrics[0]?.cupedRemoves).toBeCloseTo(1 / 3, 2);
  const ratio = (adjusted.metrics[0]?.fixed ?? 0) / (plain.metrics[0]?.fixed ?? 1);
  expect(ratio).toBeCloseTo(Math.sqrt(1 - (adjusted.metrics[0]?.cupedRemoves ?? 0)), 9);
});

test("it says when the past is too short, too small, or silent", async () => {
  expect((await power()).tooLittle).toBe("No whole day is recorded; it takes 7.");
  await store([event("visit", "one", 3)]);
  await gate("nobody", { rules: [] });
  expect(await power()).toMatchObject({
    recordedDays: 3,
    tooLittle: "Only 3 whole days are recorded; it takes 7.",
  });
  await store(events);
  await service.database.query(
    "insert into import_run (fingerprint, description, imported_time, rows) values ('f', 'events', 1, 1)",
  );
  const none = await power({ ...plan, targetingGateID: "nobody" });
  expect(none.tooLittle).toBe("Only 0 eligible units were seen in 28 days; it takes 100.");
  const unknown = { name: "Nothing", type: "event_count" };
  const { metrics: answered } = await power({
    ...plan,
    primaryMetrics: [unknown],
    secondaryMetrics: [{ name: "Returns", type: "event_count" }],
  });
  expect(answered.map(({ problem, curve, role }) => [problem, curve.length, role])).toEqual([
    ["No such metric", 0, "primary"],
    ["No events in 28 days", 0, "guardrail"],
  ]);
});

test("a sound plan has nothing to look at", async () => {
  await store([...events, event("return", "user-3", 1)]);
  const sound = {
    ...plan,
    sequentialTesting: true,
    secondaryMetrics: [{ name: "Returns", type: "event_count" }],
  };
  const { findings, aa } = await preflight(sound);
  expect(findings.map(({ kind, check }) => `${kind} ${check}`)).toEqual([
    "fine events",
    "fine a/a",
    "fine looks",
    "fine guardrail",
  ]);
  expect(findings[1]?.sentence).toMatch(/^A\/A over 28 past days found no winner \(Orders p 0\.\d+\)$/);
  expect(aa).toMatchObject({ days: 28, salt: "pre-flight", threshold: 0.025 });
  expect(aa.comparisons.map(({ metricName }) => metricName)).toEqual(["Orders", "Returns"]);
  const [orders] = aa.comparisons;
  expect((orders?.controlUnits ?? 0) + (orders?.testUnits ?? 0)).toBe(400);
});

test("the plan of a stored experiment names its control by the id of a stored group", async () => {
  await store(events);
  const { body } = await service.request("POST", "/console/v1/experiments", {
    body: { id: "named", name: "Named", groups: plan.groups, controlGroupID: plan.groups[0]?.name },
  });
  const { id, groups, controlGroupID } = Experiment.parse(body.data);
  expect(groups.map((group) => group.id)).toContain(controlGroupID);
  const written = groups.map(({ id: group, name, size }) => ({ id: group, name: `${name}, renamed`, size }));
  const { findings } = await preflight({ ...plan, id, groups: written, controlGroupID });
  expect(findings.filter(({ kind }) => kind === "blocks")).toEqual([]);
});

test("every finding says what is wrong, what to do and where", async () => {
  await store([...events, event("return", "user-3", 20)]);
  await gate("off", { isEnabled: false, status: "Disabled" });
  await service.database.transaction(async (transaction) => {
    const document = {
      id: "promise",
      name: "Delivery promise",
      status: "active",
      idType: "userID",
      groups: groups.map((group, index) => ({ ...group, id: `g${index}` })),
      startTime: testNow - 5 * day,
      duration: 14,
      primaryMetrics: plan.primaryMetrics,
    };
    await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    await loadExposures(
      transaction,
      users.slice(0, 100).map(({ unit }) => ({
        experiment: "promise",
        group: "g0",
        unit,
        time: testNow - 4 * day,
        properties: "{}",
      })),
    );
  });
  const { findings } = await preflight({
    ...plan,
    groups: [groups[0], { name: "Test", size: 50 }],
    targetingGateID: "off",
    secondaryMetrics: [{ name: "Returns", type: "event_count" }],
  });
  expect(
    findings
      .filter(({ kind }) => kind !== "fine")
      .map(({ kind, sentence, property }) => [kind, sentence, property]),
  ).toEqual([
    ["blocks", "Test has no label", "groups.1.parameterValues.label"],
    ["look", "Returns had no events since 12 Oct", "secondaryMetrics.0"],
    ["look", "off is disabled, so nobody would enter", "targetingGateID"],
    ["look", "Nobody of the last 28 days would have entered", "targetingGateID"],
    ["look", "Early looks are not covered", "sequentialTesting"],
  ]);
  expect(findings.every(({ kind, advice }) => kind === "fine" || advice)).toBe(true);
  const open = await preflight();
  const overlap = open.findings.find(({ check }) => check === "overlap");
  expect(overlap).toMatchObject({
    sentence: "Delivery promise shares 25 % of the users",
    advice: "It measures Orders too. Put it into one layer with this one, or wait until 10 Nov.",
    property: "layerID",
    entity: { kind: "experiment", id: "promise", name: "Delivery promise" },
  });
});

test("a plan that cannot be is refused field by field", async () => {
  for (const what of ["power", "preflight"] as const) {
    const { status, body } = await ask(what, { ...plan, duration: 401, allocation: 120, color: "red" });
    expect(status).toBe(400);
    expect(body.errors?.map(({ property }) => property).sort()).toEqual(["allocation", "color", "duration"]);
  }
  const empty = await preflight({});
  expect(empty.findings.filter(({ kind }) => kind === "blocks").map(({ property }) => property)).toEqual([
    "groups",
    "primaryMetrics",
  ]);
});
