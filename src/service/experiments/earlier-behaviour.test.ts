// Behaviour of units before their exposure (bias check and CUPED), from the log to the check and the charts.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Experiment } from "#contract/experiment.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 20);
const exposed = start + day / 2;
let service: Awaited<ReturnType<typeof testApp>>;

beforeEach(async () => {
  service = await testApp();
  const document = {
    id: "form",
    name: "Form",
    status: "active",
    groups: ["a", "b", "c"].map((id) => ({ id, name: `Group ${id}`, size: 33 })),
    startTime: start,
    primaryMetrics: [{ name: "Orders", type: "event_count" }],
  };
  const metric = {
    id: "Orders::event_count",
    name: "Orders",
    type: "event_count",
    directionality: "increase",
    lineage: { events: ["order"], metrics: [] },
  };
  await service.database.transaction(async (transaction) => {
    await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    await writeMetrics(transaction, [metric]);
  });
});
afterEach(() => service.close());

/** Logs 200 units per group; `orders` gives each unit's orders before and after its exposure. */
const log = (orders: (group: string, number: number) => { before: number; after: number; time?: number }) =>
  service.database.transaction(async (transaction) => {
    const units = ["a", "b", "c"].flatMap((group) =>
      Array.from({ length: 200 }, (_, number) => ({ group, unit: `${group}${number}`, number })),
    );
    await loadExposures(
      transaction,
      units.map(({ group, unit }) => ({ experiment: "form", group, unit, time: exposed, properties: "{}" })),
    );
    const order = (unit: string) => (time: number) => ({
      name: "order",
      time,
      unit,
      value: "",
      source: "",
      metadata: "{}",
    });
    await loadEvents(
      transaction,
      units.flatMap(({ group, unit, number }) => {
        const { before, after, time = start - 1 } = orders(group, number);
        return [
          ...Array<number>(before).fill(time).map(order(unit)),
          ...Array<number>(after)
            .fill(exposed + 1)
            .map(order(unit)),
        ];
      }),
    );
  });

async function biasCheck() {
  const { body } = await service.request("GET", "/console/v1/experiments/form");
  return Experiment.parse(body.data).healthChecks?.find(({ name }) => name === "Pre-experiment bias");
}

test("A group that ordered more in the week before its exposure is named, the others are not", async () => {
  await log((group, number) => ({ before: (number % 3) + (group === "c" ? 1 : 0), after: 1 }));
  const check = await biasCheck();
  expect(check?.status).toBe("WARNING");
  expect(check?.description).toMatch(/Group c in Orders \(p < 0\.001\) \(2 tests/);
});

test("Groups that ordered alike pass, and what is older than a week does not count", async () => {
  await log((_, number) => ({ before: number % 3, after: 1 }));
  expect(await biasCheck()).toMatchObject({ status: "PASSED" });
  await service.database.query("delete from kept_result");
  await service.database.query("delete from event");
  await log((group, number) => ({
    before: number % (group === "c" ? 9 : 3),
    after: 1,
    time: start - 7 * day - 1,
  }));
  expect(await biasCheck()).toMatchObject({ status: "WAITING" });
});

test("A row is adjusted where the reader or the experiment says so, and says by what", async () => {
  await log((_, number) => ({ before: number % 3, after: (number % 3) + (number % 2) }));
  const row = async (query: string) => {
    const { body } = await service.request("GET", `/console/v1/experiments/form/summary_charts${query}`);
    return SummaryCharts.parse(body.data).sections[0]?.charts[0]?.metrics?.[0];
  };
  const plain = await row("");
  const adjusted = await row("?cuped=true");
  expect(plain?.adjustment).toBeUndefined();
  expect(adjusted?.adjustment).toMatchObject({
    // Even numbers are distributed almost evenly over the remainders modulo 3: 67, 67 and 66 units.
    theta: expect.closeTo(1, 2),
    unadjusted: { confidenceIntervalDelta: plain?.confidenceIntervalDelta },
  });
  expect(adjusted?.controlMean).toBe(plain?.controlMean);
  expect(adjusted?.confidenceIntervalDelta).toBeLessThan((plain?.confidenceIntervalDelta ?? 0) * 0.6);
});
