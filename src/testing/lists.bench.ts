// Response times of a page of a list as the list grows: gates, and events of the log. Prints tables; asserts that the growth is
// acceptable.
import { expect, test } from "vitest";
import { loadEntities } from "#service/database/entities.ts";
import type { EntityDocument } from "#service/database/entity-columns.ts";
import { loadEvents } from "#service/database/logs.ts";
import { demoGates } from "#service/demo/stored-entities.ts";
import { serviceWithExperiment, storedExperiment } from "./stored-experiments.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

type App = Awaited<ReturnType<typeof testApp>>;

/** Median in ms of 15 runs after one to warm up; `prepare` is not measured. */
async function medianOf(prepare: () => Promise<() => Promise<{ status: number; text: string }>>) {
  const times: number[] = [];
  for (let run = 0; run < 16; run += 1) {
    const work = await prepare();
    const before = performance.now();
    const { status, text } = await work();
    times.push(performance.now() - before);
    if (status !== 200) throw new Error(text);
  }
  const sorted = times.slice(1).toSorted((left, right) => left - right);
  return Number((sorted[7] ?? 0).toFixed(1));
}

async function medians(app: App, paths: Record<string, () => string>): Promise<Record<string, number>> {
  const row: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths))
    row[name] = await medianOf(async () => () => app.request("GET", `/console/v1${path()}`));
  return row;
}

/** The power of the size with which a time grows: 0 is constant, 1 linear. */
const growth = (from: number, to: number, times: number) =>
  Number((Math.log(to / from) / Math.log(times)).toFixed(2));

test("pages of gates, median ms, and how they grow", { timeout: 300_000 }, async () => {
  const app = await testApp();
  const models = demoGates(testNow);
  const rows: Record<string, Record<string, number>> = {};
  const sizes = [1000, 10_000, 100_000];
  let stored = 0;
  for (const size of sizes) {
    const more = Array.from({ length: size - stored }, (_, index) => {
      const number = stored + index;
      const model = models[number % models.length];
      return {
        document: { ...model, id: `gate_${number}`, name: `Gate ${number}`, version: 1 },
        references: [],
      };
    });
    await app.database.transaction((transaction) => loadEntities(transaction, "gate", more));
    stored = size;
    const began = performance.now();
    await app.request("GET", "/console/v1/gates?limit=1");
    const first = Math.round(performance.now() - began);
    let turn = 0;
    rows[`${size} gates`] = {
      "first list": first,
      ...(await medians(app, {
        "first page": () => "/gates?limit=25&includeArchived=true&counts=true",
        "last page": () => `/gates?limit=25&page=${size / 25}&includeArchived=true`,
        // Never the same text twice, as when somebody types.
        search: () => `/gates?limit=25&counts=true&named=gate_${(turn += 1) % 10}${turn % 7}`,
        "one gate": () => `/gates/gate_${(turn += 1)}`,
      })),
      "page after a write": await medianOf(async () => {
        await app.request("PATCH", `/console/v1/gates/gate_${(turn += 1)}`, { body: { description: "New" } });
        return () => app.request("GET", "/console/v1/gates?limit=25&counts=true");
      }),
    };
  }
  await app.close();
  const [least = {}, , most = {}] = Object.values(rows);
  rows["exponent"] = Object.fromEntries(
    Object.entries(least).map(([name, from]) => [name, growth(from, most[name] ?? 0, 100)]),
  );
  console.table(rows);
  for (const name of ["first page", "last page", "search", "one gate"])
    expect.soft(rows["exponent"]?.[name], name).toBeLessThanOrEqual(0.3);
});

test("pages of experiments beside those of gates, median ms, with their results computed", async () => {
  const app = await serviceWithExperiment({});
  await app.request("GET", "/console/v1/experiments/form");
  const models = demoGates(testNow);
  const status = ["active", "experiment_stopped", "decision_made", "setup"];
  const rows: Record<string, Record<string, number>> = {};
  let [stored, turn] = [0, 0];
  for (const size of [20, 200, 2000]) {
    const numbers = Array.from({ length: size - stored }, (_, index) => stored + index);
    await app.database.query(
      `insert into kept_result (experiment_id, part, inputs, window_end, valid_until, computed_time, result)
       select 'experiment_' || number, part, inputs, window_end, valid_until, computed_time, result
       from kept_result, generate_series(${stored}, ${size - 1}) as numbers(number)
       where experiment_id = 'form' and part = 'health'`,
    );
    const id = (kind: string, number: number) => ({
      id: `${kind}_${number}`,
      name: `${kind} ${number}`,
      version: 1,
    });
    const load = (kind: "gate" | "experiment", documents: EntityDocument[]) =>
      app.database.transaction((transaction) =>
        loadEntities(
          transaction,
          kind,
          documents.map((document) => ({ document, references: [] })),
        ),
      );
    await load(
      "experiment",
      numbers.map((number) =>
        Object.assign(storedExperiment(id("experiment", number)), { status: status[number % 4] }),
      ),
    );
    await load(
      "gate",
      numbers.map((number) => ({ ...models[number % models.length], ...id("gate", number) })),
    );
    stored = size;
    for (const kind of ["gate", "experiment"]) {
      const began = performance.now();
      await app.request("GET", `/console/v1/${kind}s?limit=20&counts=true`);
      const first = Number((performance.now() - began).toFixed(1));
      rows[`${size} ${kind}s`] = {
        "first list": first,
        ...(await medians(app, {
          "first page": () => `/${kind}s?limit=20&counts=true&sort=${kind === "gate" ? "type" : "need"}`,
          search: () => `/${kind}s?limit=20&counts=true&named=${kind}_${(turn += 1) % 10}${turn % 7}`,
        })),
      };
    }
  }
  await app.close();
  console.table(rows);
  const [gates, experiments] = [rows["2000 gates"], rows["2000 experiments"]];
  for (const name of ["first page", "search"])
    expect.soft(experiments?.[name], name).toBeLessThanOrEqual(2 * (gates?.[name] ?? 0) + 20);
}, 120_000);

test("pages of events, median ms", { timeout: 120_000 }, async () => {
  const app = await testApp();
  const rows: Record<string, Record<string, number>> = {};
  let stored = 0;
  function* until(size: number) {
    for (; stored < size; stored += 1)
      yield {
        name: `event_${stored % 40}`,
        time: testNow - 2_592_000_000 + stored * 2000,
        unit: `u${(stored * 7919) % 50_000}`,
        value: String(stored % 100),
        source: "web",
        metadata: '{"country":"DE","platform":"web"}',
      };
  }
  for (const size of [10_000, 100_000, 1_000_000]) {
    await app.database.transaction((transaction) => loadEvents(transaction, until(size)));
    rows[`${size} events`] = await medians(app, {
      "first page": () => "/events?limit=100",
      "page 90": () => "/events?limit=100&page=90",
      "first page of one name": () => "/events/event_3?limit=100",
    });
  }
  await app.close();
  console.table(rows);
  expect(Math.max(...Object.values(rows["1000000 events"] ?? {}))).toBeLessThan(300);
});

test(
  "what the home page asks, median ms, with 2,000 open experiments and 10,000 gates",
  {
    timeout: 300_000,
  },
  async () => {
    const app = await testApp();
    const models = demoGates(testNow);
    const status = ["active", "experiment_stopped"];
    await app.database.transaction(async (transaction) => {
      const gates = Array.from({ length: 10_000 }, (_, index) => ({
        document: {
          ...models[index % models.length],
          id: `gate_${index}`,
          name: `Gate ${index}`,
          version: 1,
        },
        references: [],
      }));
      await loadEntities(transaction, "gate", gates);
      const experiments = Array.from({ length: 2000 }, (_, index) => ({
        document: { ...storedExperiment({ id: `experiment_${index}` }), status: status[index % 2] ?? "" },
        references: [],
      }));
      await loadEntities(transaction, "experiment", experiments);
    });
    // The experiment's cached health result.
    const health = await app.request("GET", "/console/v1/experiments/experiment_0");
    if (health.status !== 200) throw new Error(health.text);
    await app.database.query(
      `insert into kept_result select experiment.id, part, inputs, window_end, valid_until, computed_time, result
     from experiment, kept_result where experiment.id <> kept_result.experiment_id and part = 'health'`,
    );
    const since = testNow - 14 * 86_400_000;
    const paths = {
      experiments: "/open_experiments?limit=40",
      "silent events": "/silent_events?limit=4",
      "stale gates": "/gates?type=STALE&sort=lastModifiedTime&order=ascending&limit=4",
      "gates in progress": "/gates?status=In%20Progress&sort=lastModifiedTime&order=descending&limit=40",
      changes: `/changes?since=${since}&limit=10`,
    };
    const row = await medians(
      app,
      Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, () => path])),
    );
    const all = await medianOf(async () => async () => {
      const answers = await Promise.all(
        Object.values(paths).map((path) => app.request("GET", `/console/v1${path}`)),
      );
      return answers[0] ?? { status: 0, text: "" };
    });
    await app.close();
    console.table({ "10,000 gates, 2,000 experiments": { ...row, all } });
    expect(all).toBeLessThanOrEqual(300);
  },
);
