// Ramp plans: invalid plans, steps with a controlled clock and after a restart, two concurrent processes, and the stop by a guardrail.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Experiment } from "#contract/experiment.ts";
import { Metric } from "#contract/metric.ts";
import { readMetrics, writeMetrics } from "#service/database/definitions.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { experimentResults } from "./experiment-results.ts";
import { experimentReferences } from "./experiment-writes.ts";
import { harmedGuardrail, rampPlans } from "./ramp-plans.ts";

const hour = 3_600_000;
const day = 24 * hour;

let service: Awaited<ReturnType<typeof testApp>>;
let now: number;
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  await service.database.transaction((transaction) =>
    writeMetrics(
      transaction,
      ["Orders", "Complaints"].map((name) =>
        Metric.parse({
          id: `${name}::event_count`,
          name,
          type: "event_count",
          directionality: name === "Orders" ? "increase" : "decrease",
          lineage: { events: [name.toLowerCase()], metrics: [] },
          ...(name === "Complaints" && { tags: ["Guardrail"] }),
        }),
      ),
    ),
  );
});
afterEach(() => service.close());

const send = (method: string, path: string, body?: unknown) =>
  service.request(method, `/console/v1/experiments${path}`, { body });
const read = async () => Experiment.parse((await send("GET", "/trial")).body.data);
const plan = {
  steps: [
    { allocation: 50, time: testNow + hour },
    { allocation: 80 },
    { allocation: 100, time: testNow + day },
  ],
};
const make = async (rampPlan: object = plan) => {
  const named = (name: string) => [{ name, type: "event_count" }];
  const primaryMetrics = named("Orders");
  const secondaryMetrics = named("Complaints");
  await send("POST", "", { id: "trial", allocation: 10, rampPlan, primaryMetrics, secondaryMetrics });
  const { status } = await send("PUT", "/trial/start");
  expect(status).toBe(200);
};

/** A scheduler as a process creates it at its start. */
function scheduler(database = service.database) {
  const results = experimentResults(database, { warn: () => undefined });
  const { signal } = new AbortController();
  return rampPlans({
    database,
    log: { warn: (line: unknown) => expect(line).toBeUndefined() },
    now: () => now,
    references: experimentReferences,
    harmed: async () => {
      const subject = { experiment: await read(), metrics: await readMetrics(database), now };
      return harmedGuardrail(subject, await results.read(subject, signal));
    },
  });
}

test("a plan whose steps do not grow, or whose time is over, is refused at its field", async () => {
  await make();
  const refused = async (steps: object[]) =>
    (await send("PATCH", "/trial", { rampPlan: { steps } })).body.errors?.map(({ property }) => property);
  expect(await refused([{ allocation: 60 }, { allocation: 60 }])).toEqual(["rampPlan.steps.1.allocation"]);
  expect(
    await refused([
      { allocation: 60, time: now + day },
      { allocation: 70, time: now + hour },
    ]),
  ).toEqual(["rampPlan.steps.1.time"]);
  expect(await refused([{ allocation: 60, time: now - day }])).toEqual(["rampPlan.steps.0.time"]);
  expect(await refused([{ allocation: 0 }])).toEqual(["rampPlan.steps.0.allocation"]);
  expect(await refused([])).toEqual(["rampPlan.steps"]);
  expect((await read()).version).toBe(2);
});

test("each step is taken once its time has come, also after a restart; one without a time waits for a hand", async () => {
  await make();
  const look = scheduler();
  await look();
  expect(await read()).toMatchObject({ allocation: 10, version: 2 });
  now += hour;
  await look();
  await look();
  expect(await read()).toMatchObject({
    allocation: 50,
    version: 3,
    lastModifierName: "Ramp plan",
    lastModifiedReason: "Step 1 of 3: 50 %",
    lastModifiedTime: now,
  });
  now += 2 * day;
  await scheduler()();
  expect(await read()).toMatchObject({ allocation: 50, version: 3 });
  await send("PATCH", "/trial", { allocation: 80 });
  await scheduler()();
  expect(await read()).toMatchObject({
    allocation: 100,
    version: 5,
    lastModifiedReason: "Step 3 of 3: 100 %",
  });
});

test("no step is taken before the start, while assignment is paused, or once it is stopped by hand; then it goes on", async () => {
  await make();
  now += hour;
  const look = scheduler();
  await send("PATCH", "/trial", { status: "assignment_stopped" });
  await look();
  expect(await read()).toMatchObject({ allocation: 10, status: "assignment_stopped" });
  const stopped = { rampPlan: { ...plan, isStopped: true }, changeReason: "Call center is full" };
  await send("PATCH", "/trial", { status: "active", ...stopped });
  await look();
  expect((await read()).rampPlan).toMatchObject({
    isStopped: true,
    stopTime: now,
    stoppedBy: "Test writer",
    stopReason: "Call center is full",
  });
  expect((await read()).allocation).toBe(10);
  const later = { steps: [{ allocation: 50, time: now + hour }] };
  expect((await send("PATCH", "/trial", { rampPlan: later })).status).toBe(200);
  now += hour;
  await look();
  expect(await read()).toMatchObject({ allocation: 50, rampPlan: { isStopped: false } });
});

test("of two processes that look at the same moment one takes the step", async () => {
  await make();
  const server = process.env["TEST_DATABASE_URL"];
  let other = service.database;
  if (server) {
    const [row] = await other.query<{ schema: string }>("select current_schema() as schema");
    const url = new URL(server);
    url.searchParams.set("options", `-c search_path=${row?.schema}`);
    other = await openDatabase({ url: url.href });
  }
  now += hour;
  const looks = [scheduler(), scheduler(other), scheduler(other), scheduler()];
  await Promise.all(looks.map((look) => look()));
  expect(await read()).toMatchObject({ allocation: 50, version: 3 });
  if (other !== service.database) await other.close();
});

/** Logs complaints for ten units per group, by group. */
async function log(complaints: readonly number[]) {
  const { groups } = await read();
  const units = groups.flatMap(({ id }, group) =>
    Array.from({ length: 300 }, (_, index) => ({ group: id, unit: `${id} ${index}`, place: group, index })),
  );
  await service.database.transaction(async (transaction) => {
    await loadExposures(
      transaction,
      units.map(({ group, unit }) => ({ experiment: "trial", group, unit, time: testNow, properties: "{}" })),
    );
    await loadEvents(
      transaction,
      units
        .filter(({ place, index }) => index % 10 < (complaints[place] ?? 0))
        .map(({ unit }) => ({
          name: "complaints",
          time: testNow + 1000,
          unit,
          value: "",
          source: "web",
          metadata: "{}",
        })),
    );
  });
}

test("a guardrail that is clearly worse stops the plan before its next step, which the history says", async () => {
  await make();
  await log([1, 5]);
  now += hour;
  await scheduler()();
  const { allocation, rampPlan, lastModifierName, lastModifiedReason } = await read();
  expect(allocation).toBe(10);
  expect(rampPlan).toMatchObject({ isStopped: true, stopTime: now, stoppedBy: "Ramp plan" });
  expect(rampPlan?.stopReason).toMatch(
    /^The guardrail Complaints is clearly worse in Test: \+400 % \(\+[\d.]+ % to \+[\d.]+ %, sequential\)$/,
  );
  expect(lastModifierName).toBe("Ramp plan");
  expect(lastModifiedReason).toBe(`Stopped. ${rampPlan?.stopReason}`);
  // A plan that continues without the guardrail is not stopped again.
  const onward = { steps: plan.steps, stopsAtGuardrail: false };
  expect((await send("PATCH", "/trial", { rampPlan: onward })).status).toBe(200);
  await scheduler()();
  expect(await read()).toMatchObject({ allocation: 50 });
});

test("a guardrail that is better, or within its interval, stops nothing", async () => {
  await make();
  await log([4, 3]);
  now += hour;
  await scheduler()();
  expect(await read()).toMatchObject({ allocation: 50, rampPlan: { isStopped: false } });
});
