import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SummaryCharts } from "#contract/summary-charts.ts";
import type { Engine } from "#service/database/database.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const day = 86_400_000;
const start = testNow - 5 * day;
let now = testNow;
let service: Awaited<ReturnType<typeof testApp>>;
/** How often the numbers of a result were read from the database. */
let readings = 0;

const counting = (engine: Engine): Engine => ({
  ...engine,
  query: (sql, ...rest) => {
    if (/\bresult\s+from kept_result/.test(sql)) readings += 1;
    return engine.query(sql, ...rest);
  },
});

const metric = {
  id: "Orders::event_count",
  name: "Orders",
  type: "event_count",
  directionality: "increase",
  lineage: { events: ["order"], metrics: [] },
};
const orders = { name: "Orders", type: "event_count" };
const groups = ["a", "b", "c"].map((id) => ({ id, name: id.toUpperCase(), size: 33 }));
const document = {
  id: "form",
  name: "Form",
  status: "active",
  idType: "userID",
  startTime: start,
  groups,
  primaryMetrics: [orders],
};
const write = (changes: object = {}) =>
  service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document: { ...document, ...changes }, references: [] }, now),
  );
const writeMetric = (changes: object = {}) =>
  service.database.transaction((transaction) => writeMetrics(transaction, [{ ...metric, ...changes }]));

beforeEach(async () => {
  [now, readings] = [testNow, 0];
  service = await testApp({ now: () => now, between: counting });
  await write();
  await writeMetric();
  const units = ["u1", "u2", "u3", "u4", "u5", "u6"];
  await service.database.transaction(async (transaction) => {
    const exposures = units.map((unit, number) => ({
      experiment: "form",
      group: groups[number % 3]?.id ?? "",
      unit,
      time: start + 1000,
      properties: "{}",
    }));
    await loadExposures(transaction, exposures);
    const bought = [1, 2, 4, 4, 4].map((unit) => `u${unit}`);
    await loadEvents(
      transaction,
      bought.map((unit) => ({
        name: "order",
        time: start + day,
        unit,
        value: "",
        source: "web",
        metadata: "{}",
      })),
    );
  });
});
afterEach(() => service.close());

const path = "/console/v1/experiments/form/summary_charts";
const read = async (query = "") => {
  const { status, text, body } = await service.request("GET", path + query);
  expect(status).toBe(200);
  return { text, charts: SummaryCharts.parse(body.data) };
};

test("A repeated summary is sent as before, in each encoding, without reading its numbers again", async () => {
  const { text } = await read();
  readings = 0;
  now += 60_000;
  expect((await read()).text).toBe(text);
  const encodings = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, decompress] of Object.entries(encodings)) {
    const headers = { "SERVICE-API-KEY": service.keys.read, "Accept-Encoding": encoding };
    const answer = await service.app.request(path, { headers });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(decompress(Buffer.from(await answer.arrayBuffer())).toString()).toBe(text);
  }
  expect(readings).toBe(0);
});

/** Each changes the answer, but not the measurements that it is made of. */
test.each<[string, () => Promise<unknown>, (charts: SummaryCharts) => unknown]>([
  [
    "groups have other names",
    () => write({ groups: groups.map((group) => ({ ...group, name: `Group ${group.id}` })) }),
    ({ sections: [section] }) => section?.charts[0]?.control,
  ],
  [
    "sections have other names",
    () =>
      write({
        sections: [
          {
            sectionLabel: "Sales",
            charts: [{ chartSource: "experiment", display: "cumulative", metrics: [orders] }],
          },
        ],
      }),
    ({ sections: [section] }) => section?.sectionLabel,
  ],
  [
    "old events were removed",
    () => service.database.query(`insert into events_removed (time) values (${start + 1})`),
    ({ eventsRemovedBefore }) => eventsRemovedBefore,
  ],
])("The kept answer is not sent once %s", async (_, change, told) => {
  const before = (await read()).charts;
  await read();
  await change();
  const after = (await read()).charts;
  expect(after.computedTime).toBe(before.computedTime);
  expect(told(after)).not.toEqual(told(before));
});

test("The kept answer is not sent once a metric is tagged as a guardrail", async () => {
  await write({ primaryMetrics: [], secondaryMetrics: [orders] });
  const readCharts = async () => (await read()).charts;
  const before = await readCharts();
  await writeMetric({ tags: ["guardrail"] });
  const after = await readCharts();
  expect(after.computedTime).toBe(before.computedTime);
  const isGuardrail = ({ sections: [section] }: SummaryCharts) =>
    section?.charts[0]?.metrics?.[0]?.isGuardrail;
  expect([isGuardrail(before), isGuardrail(after)]).toEqual([undefined, true]);
});

test("Other parameters have other answers, all of which are kept", async () => {
  const queries = ["", "?test=*", "?test=c", "?control=b", "?confidence=80", "?cuped=true"];
  const texts = [];
  for (const query of queries) texts.push((await read(query)).text);
  expect(new Set(texts).size).toBe(queries.length);
  readings = 0;
  for (const [index, query] of queries.entries()) expect((await read(query)).text).toBe(texts[index]);
  expect(readings).toBe(0);
});

test("Intervals become fixed at the target date, though the kept answer is younger than a day", async () => {
  await write({ sequentialTesting: true, duration: 5 + 1 / 24 });
  const isSequential = async () => (await read()).charts.sections[0]?.charts[0]?.sequentialTesting;
  expect([await isSequential(), await isSequential()]).toEqual([true, true]);
  now += day / 24;
  expect(await isSequential()).toBe(false);
});
