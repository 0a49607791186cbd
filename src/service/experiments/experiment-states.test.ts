// Transitions of experiments between states: which are allowed, what they write, and that no order of calls reaches an invalid state.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Experiment } from "#contract/experiment.ts";
import { Metric } from "#contract/metric.ts";
import { cacheResult } from "#service/analysis/cache/cached-results.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow, type TestAnswer } from "#service/test-app.test-support.ts";
import { overviewPart } from "./read-overview.ts";

let service: Awaited<ReturnType<typeof testApp>>;
let now: number;
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  await service.database.transaction((transaction) =>
    writeMetrics(
      transaction,
      ["Orders", "Visits"].map((name) =>
        Metric.parse({
          id: `${name}::event_count`,
          name,
          type: "event_count",
          directionality: "increase",
        }),
      ),
    ),
  );
});
afterEach(() => service.close());

const orders = { name: "Orders", type: "event_count" };
const hour = 3_600_000;

const send = (method: string, path: string, body?: unknown) =>
  service.request(method, `/console/v1/experiments${path}`, { body });
const put = (id: string, action: string, body?: unknown) => send("PUT", `/${id}/${action}`, body);
const decision = { id: "Test", decisionReason: "It sells more" };
const abandonment = { decisionReason: "Nobody needs it" };
const make = (id = "trial", more: object = {}) => send("POST", "", { id, primaryMetrics: [orders], ...more });
const read = async (id = "trial") =>
  Experiment.parse((await service.request("GET", `/console/v1/experiments/${id}`)).body.data);
const said = ({ status, body }: TestAnswer) => [status, body.message];

test("a life: planned, started, decided, archived and back, reset, started again", async () => {
  await make();
  now += hour;
  const started = await put("trial", "start");
  expect(said(started)).toEqual([200, "Experiment successfully started."]);
  expect(started.body.data).toMatchObject({ status: "active", startTime: now, endTime: null, version: 2 });
  const [control, treatment] = (await read()).groups;
  now += hour;
  const decided = await put("trial", "make_decision", { ...decision, removeTargeting: true });
  expect(said(decided)).toEqual([200, "Decision made for Experiment."]);
  const asDecided = {
    status: "decision_made",
    launchedGroupID: treatment?.id,
    decisionReason: "It sells more",
    decisionTime: now,
    endTime: now,
    removeTargeting: true,
    lastModifiedReason: "It sells more",
  };
  expect(decided.body.data).toMatchObject(asDecided);
  expect(await read()).toMatchObject({ ...asDecided, decidedBy: "Test writer" });
  expect(said(await put("trial", "archive", { archiveReason: "Done" }))).toEqual([
    200,
    "Experiment successfully archived.",
  ]);
  expect(await read()).toMatchObject({ status: "archived", launchedGroupID: treatment?.id });
  expect(said(await put("trial", "unarchive"))).toEqual([200, "Experiment successfully unarchived."]);
  expect(await read()).toMatchObject({ status: "decision_made", decisionTime: now });
  expect(said(await put("trial", "reset", { changeReason: "Once more" }))).toEqual([
    200,
    "Experiment successfully restarted.",
  ]);
  const again = await read();
  expect(again).toMatchObject({
    status: "setup",
    startTime: null,
    endTime: null,
    launchedGroupID: null,
    decisionReason: null,
    decisionTime: null,
    decidedBy: null,
    groups: [{ name: "Control" }, { name: "Test" }],
  });
  expect([control?.id, treatment?.id]).not.toContain(again.groups[0]?.id);
  expect(typeof again["salt"]).toBe("string");
  const healthChecks = [{ name: "Old", status: "FAILED", description: "" }];
  await cacheResult(
    service.database,
    { experimentID: "trial", part: overviewPart, inputs: "old" },
    {
      inputs: "old",
      windowEnd: now,
      validUntil: now,
      computedTime: now,
      result: { healthChecks, healthCheckStatus: "FAILED" },
    },
    console,
  );
  now += hour;
  expect((await put("trial", "start")).body.data).toMatchObject({
    status: "active",
    startTime: now,
    healthCheckStatus: "WAITING",
    healthChecks: [],
  });
  const versions = await service.request("GET", "/console/v1/experiments/trial/versions");
  expect(versions.body.data).toMatchObject([
    { status: "active" },
    { status: "setup" },
    { status: "decision_made" },
    { status: "archived" },
    { status: "decision_made", startTime: testNow + hour, groups: [{ id: control?.id }, {}] },
    { status: "active" },
    { status: "setup" },
  ]);
});

const already = "Experiment has already started";
const notStarted = "Experiment has not yet started";
const over = "Experiment has already finished";
const notOver = "Experiment has not yet finished";
const archived = "Experiment is archived; unarchive it before it is changed";

test.each([
  ["setup", [], { decide: notStarted, abandon: notStarted, reset: notStarted }],
  ["active", ["start"], { start: already, archive: notOver, delete: notOver }],
  ["decided", ["start", "decide"], { start: over, decide: over, abandon: over, delete: /archive it before/ }],
  [
    "abandoned",
    ["start", "abandon"],
    { start: over, decide: over, abandon: "Experiment trial is already abandoned" },
  ],
  ["archived", ["archive"], { start: archived, decide: archived, abandon: archived, reset: archived }],
] as const)("what is refused of an experiment that is %s", async (_state, path, refusals) => {
  await make();
  const take = (action: string) => {
    if (action === "delete") return send("DELETE", "/trial");
    const body = { decide: decision, abandon: abandonment }[action];
    return put("trial", action === "decide" ? "make_decision" : action, body);
  };
  for (const action of path) expect((await take(action)).status).toBe(200);
  const before = await read();
  for (const [action, reason] of Object.entries(refusals)) {
    const { status, body } = await take(action);
    expect([action, status, body.message]).toEqual([
      action,
      400,
      reason instanceof RegExp ? expect.stringMatching(reason) : reason,
    ]);
  }
  expect(await read()).toEqual(before);
});

test("an experiment can be started at a time to come, with an end, and is reset before it begins", async () => {
  await make();
  const refused = async (body: object) => (await put("trial", "start", body)).body.errors;
  expect(await refused({ analysisStartTime: now - hour })).toEqual([
    { property: "analysisStartTime", errorMessage: "Must not be in the past" },
  ]);
  expect(await refused({ analysisStartTime: now + hour, analysisEndTime: now + hour })).toEqual([
    { property: "analysisEndTime", errorMessage: "Must be after the start" },
  ]);
  const times = { analysisStartTime: now + hour, analysisEndTime: now + 3 * hour };
  expect((await put("trial", "start", times)).body.data).toMatchObject({
    status: "active",
    startTime: now + hour,
    endTime: now + 3 * hour,
  });
  expect((await put("trial", "make_decision", decision)).body.message).toBe(notStarted);
  expect((await put("trial", "reset")).body.data).toMatchObject({ status: "setup", startTime: null });
  expect((await make("at_once", { status: "active" })).body.data).toMatchObject({
    status: "active",
    startTime: now,
  });
});

test("a decision needs a group of the experiment and a reason, an end without one may have a reason", async () => {
  await make();
  await put("trial", "start");
  const [control, treatment] = (await read()).groups;
  expect((await put("trial", "make_decision", { id: "Tset", decisionReason: "x" })).body.errors).toEqual([
    {
      property: "id",
      errorMessage: `Unknown group 'Tset'. Expected '${control?.id}' (Control) | '${treatment?.id}' (Test)`,
    },
  ]);
  expect((await put("trial", "make_decision", { id: "Test", decisionReason: " " })).body.errors).toEqual([
    { property: "decisionReason", errorMessage: "Must not be empty" },
  ]);
  expect((await put("trial", "abandon", { decisionReason: "" })).body.errors).toEqual([
    { property: "decisionReason", errorMessage: "Must not be empty" },
  ]);
  expect((await put("trial", "abandon?dryRun=true")).body.data).toMatchObject({ decisionReason: null });
  expect((await put("trial", "abandon", abandonment)).body.data).toMatchObject({
    status: "abandoned",
    decisionReason: "Nobody needs it",
    endTime: now,
    launchedGroupID: null,
  });
});

test("while it runs, what would mix users or results is refused with the reason", async () => {
  await service.request("POST", "/console/v1/gates", { body: { name: "staff" } });
  await make("trial", { allocation: 20 });
  await put("trial", "start");
  const before = await read();
  const allowed = {
    description: "Clearer",
    tags: ["checkout"],
    duration: 28,
    secondaryMetrics: [{ name: "Visits", type: "event_count" }],
    allocation: 30,
    name: "Better name",
  };
  expect((await send("PATCH", "/trial", allowed)).body.data).toMatchObject(allowed);
  const answer = await send("PATCH", "/trial", {
    groups: before.groups.map((group, index) => ({ ...group, size: index ? 80 : 20 })),
    idType: "stableID",
    targetingGateID: "staff",
    inlineTargetingRulesJSON: '[{"conditions":[{"type":"public"}]}]',
    allocation: 25,
    primaryMetrics: [{ name: "Visits", type: "event_count" }],
    controlGroupID: "Test",
    hypothesis: "Another",
    cuped: true,
    status: "setup",
  });
  expect(answer.status).toBe(400);
  expect(
    Object.fromEntries((answer.body.errors ?? []).map((one) => [one.property, one.errorMessage])),
  ).toEqual({
    groups: expect.stringContaining("users who are in a group would get another one"),
    idType: expect.stringContaining("while the experiment runs"),
    targetingGateID: expect.stringContaining("the users of before and after"),
    inlineTargetingRulesJSON: expect.stringContaining("the users of before and after"),
    allocation: "May only grow while the experiment runs, from 30 %: users who take part would leave it",
    primaryMetrics: expect.stringContaining("before results are seen"),
    controlGroupID: expect.stringContaining("before results are seen"),
    hypothesis: expect.stringContaining("before results are seen"),
    cuped: expect.stringContaining("before results are seen"),
    status: "An experiment goes from 'active' to 'setup' over its own address, if at all",
  });
  // A response can be sent back as a whole in any state, even if some of its fields can no longer be changed.
  expect((await send("POST", "/trial", await read())).status).toBe(200);
  expect((await send("PATCH", "/trial", { status: "assignment_stopped" })).body.data).toMatchObject({
    status: "assignment_stopped",
  });
  expect((await send("PATCH", "/trial", { status: "active" })).body.data).toMatchObject({ status: "active" });
  await put("trial", "abandon", abandonment);
  const late = await send("PATCH", "/trial", { duration: 40, allocation: 60, description: "Looked back" });
  expect(late.body.errors?.map(({ property }) => property)).toEqual(["allocation", "duration"]);
  expect((await send("PATCH", "/trial", { description: "Looked back" })).status).toBe(200);
});

test("an experiment that is deleted is gone, and its history stays", async () => {
  await make();
  expect(said(await send("DELETE", "/trial"))).toEqual([200, "Experiment deleted successfully."]);
  expect((await service.request("GET", "/console/v1/experiments/trial")).status).toBe(404);
  expect((await make()).body.data).toMatchObject({ version: 2, status: "setup" });
  await put("trial", "start");
  await put("trial", "make_decision", decision);
  await put("trial", "archive");
  expect((await send("DELETE", "/trial")).status).toBe(200);
});

/** The states that each action leads from and to, specified independently of the code. */
const rules: Record<string, Record<string, string>> = {
  start: { setup: "active" },
  decide: { active: "decision_made", assignment_stopped: "decision_made" },
  abandon: { active: "abandoned", assignment_stopped: "abandoned" },
  reset: { active: "setup", assignment_stopped: "setup", decision_made: "setup", abandoned: "setup" },
  archive: { setup: "archived", decision_made: "archived", abandoned: "archived", archived: "archived" },
  pause: { active: "assignment_stopped", assignment_stopped: "assignment_stopped" },
  resume: { assignment_stopped: "active", active: "active" },
  describe: Object.fromEntries(
    ["setup", "active", "assignment_stopped", "decision_made", "abandoned"].map((state) => [state, state]),
  ),
};

const requests: Record<string, readonly [method: string, path: string, body?: unknown]> = {
  start: ["PUT", "/start"],
  decide: ["PUT", "/make_decision", decision],
  abandon: ["PUT", "/abandon", abandonment],
  reset: ["PUT", "/reset"],
  archive: ["PUT", "/archive"],
  unarchive: ["PUT", "/unarchive"],
  pause: ["PATCH", "", { status: "assignment_stopped" }],
  resume: ["PATCH", "", { status: "active" }],
  describe: ["PATCH", "", { description: "x" }],
};

test("no order of calls leads an experiment into a state that the rules do not know", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(requests)), { minLength: 5, maxLength: 12 }),
      async (actions) => {
        const id = `run_${(count += 1)}`;
        await make(id);
        let [status, beforeArchive] = ["setup", "setup"];
        for (const action of actions) {
          now += 1000;
          const [method, path, body] = requests[action] ?? ["", ""];
          const isBack = action === "unarchive";
          const next = isBack ? (status === "archived" ? beforeArchive : status) : rules[action]?.[status];
          const answer = await send(method, `/${id}${path}`, body);
          expect([status, action, answer.status]).toEqual([status, action, next === undefined ? 400 : 200]);
          if (next === "archived" && status !== "archived") beforeArchive = status;
          status = next ?? status;
          if (next === undefined) continue;
          const found = Experiment.parse(answer.body.data);
          expect([action, found.status]).toEqual([action, status]);
          const isStarted = (status === "archived" ? beforeArchive : status) !== "setup";
          const isDecided = (status === "archived" ? beforeArchive : status) === "decision_made";
          expect([found.startTime !== null, Boolean(found.launchedGroupID)]).toEqual([isStarted, isDecided]);
          if (found.endTime !== null) expect(found.endTime).toBeGreaterThanOrEqual(found.startTime ?? 0);
        }
      },
    ),
    { numRuns: 15, seed: 15 },
  );
});

test("of many writers at once none loses a change of another, and every version is in the history", async () => {
  await make();
  const write = async (index: number): Promise<void> => {
    for (;;) {
      const { body } = await service.request("GET", "/console/v1/experiments/trial");
      const { tags, version } = Experiment.parse(body.data);
      const answer = await service.request("PATCH", "/console/v1/experiments/trial", {
        body: { tags: [...(tags ?? []), `t${index}`] },
        headers: { "If-Match": `"${version}"` },
      });
      if (answer.status === 200) return;
      expect(answer.status).toBe(412);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(index)));
  const { tags, version } = await read();
  expect([new Set(tags).size, version]).toEqual([20, 21]);
});
