// Results read since a moment, such as a change during the experiment, count only users who were first exposed from then on.
import { afterEach, beforeEach, expect, test } from "vitest";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { TimeSeries } from "#contract/time-series.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = testNow - 10 * day;
const change = testNow - 4 * day;

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
  const metric = { name: "Orders", type: "event_count" };
  const exposure = (unit: string, group: string, time: number) => ({
    experiment: "form",
    group,
    unit,
    time,
    properties: "{}",
  });
  const groups = ["old", "new"];
  const document = {
    id: "form",
    name: "Form",
    status: "active",
    startTime: start,
    duration: 20,
    sequentialTesting: true,
    groups: groups.map((id) => ({ id, name: id, size: 50 })),
    primaryMetrics: [metric],
  };
  // Per group: 3 users before the change, one of whom is exposed again after it; 5 at or after it; and 1 who is in another group after it.
  const exposures = groups.flatMap((group) => [
    ...[1, 2, 3].map((number) => exposure(`${group} early ${number}`, group, start + number)),
    exposure(`${group} early 1`, group, change + day),
    ...[0, 1, 2, 3, 4].map((number) => exposure(`${group} late ${number}`, group, change + number)),
    exposure(`${group} crosses`, group, start),
    exposure(`${group} crosses`, group === "old" ? "new" : "old", change + 1),
  ]);
  await service.database.transaction(async (transaction) => {
    await writeEntity(transaction, "experiment", { document, references: [] }, testNow);
    await writeMetrics(transaction, [
      {
        ...metric,
        id: "Orders::event_count",
        directionality: "increase",
        lineage: { events: ["order"], metrics: [] },
      },
    ]);
    await loadExposures(transaction, exposures);
    await loadEvents(
      transaction,
      exposures.map(({ unit }) => ({
        name: "order",
        time: change + 2 * day,
        unit,
        value: "",
        source: "web",
        metadata: "{}",
      })),
    );
  });
});
afterEach(() => service.close());

const get = (path: string) => service.request("GET", `/console/v1/experiments/form/${path}`);
const summary = async (query = "") => SummaryCharts.parse((await get(`summary_charts${query}`)).body.data);
const unitsIn = ({ sections }: SummaryCharts) => {
  const [chart] = sections[0]?.charts ?? [];
  const { controlUnits, testUnits } = chart?.metrics?.[0] ?? {};
  return [controlUnits, testUnits, chart?.sequentialTesting];
};

test("units that were exposed before are left out, also where they are exposed again or cross later", async () => {
  expect(unitsIn(await summary())).toEqual([8, 8, true]);
  const since = await summary(`?since=${change}`);
  expect(unitsIn(since)).toEqual([5, 5, true]);
  expect(since).toMatchObject({ windowStart: change, windowEnd: testNow });
  // The two results are cached separately.
  expect(unitsIn(await summary())).toEqual([8, 8, true]);
  expect(unitsIn(await summary(`?since=${change + 2}`))).toEqual([3, 3, true]);
});

test("days are those of the same units", async () => {
  const days = async (query = "") =>
    TimeSeries.parse((await get(`daily_results?metric=Orders${query}`)).body.data);
  const units = ({ cumulative }: TimeSeries) => cumulative.at(-1)?.controlUnits;
  expect(units(await days())).toBe(8);
  const since = await days(`&since=${change}`);
  expect(units(since)).toBe(5);
  expect(since.cumulative).toHaveLength(5);
});

test("from the start on is the whole time; outside of it is refused by name", async () => {
  const whole = await summary();
  expect(await summary(`?since=${start}`)).toEqual(whole);
  for (const since of [start - 1, testNow + 1, "soon"]) {
    const { status, body } = await get(`summary_charts?since=${since}`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ property: "since" }]);
  }
});
