// Loads over the API from the stored sources of a real warehouse: gives the same numbers as the log, and only sums leave the warehouse.
import { connect, createServer, type Server } from "node:net";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod/mini";
import { PulseLoad, PulseLoadState, WarehouseStatus } from "#contract/pulse-load.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import { connectShop, measuredShop, shopMetrics, shopStart, unitMark } from "./measured-shop.test-support.ts";

let postgres: Awaited<ReturnType<typeof openPrivatePostgres>>;
let service: Awaited<ReturnType<typeof measuredShop>>;
let now = testNow;
beforeAll(async () => {
  if (hasPostgres) postgres = await openPrivatePostgres();
});
afterAll(() => postgres?.close());
afterEach(async () => {
  await service.close();
  now = testNow;
});

const send = (method: string, path: string, body?: unknown) =>
  service.request(method, `/console/v1/experiments/checkout${path}`, { body });
const read = async (path: string) => (await send("GET", path)).body.data;
const state = async () => PulseLoadState.parse(await read("/load_pulse"));
const summary = async () => SummaryCharts.parse(await read("/summary_charts?test=*"));
const history = async () => z.array(PulseLoad).parse(await read("/pulse_load_history"));
/** Loads without daily values, which take most of the time, unless requested. */
const loaded = async (body: object = { turboMode: true }) => {
  const begun = await send("POST", "/load_pulse", body);
  expect(begun.status, begun.text).toBe(200);
  await expect.poll(async () => (await state()).running, { timeout: 100_000, interval: 50 }).toBeNull();
  return (await state()).last;
};
const dailyOf = (metricID: string) =>
  `/daily_results?metric=${encodeURIComponent(metricID)}&control=old&test=new`;
const daysOf = async (metricID: string) => read(dailyOf(metricID));
const inWarehouse = { change: { assignmentSourceName: "exposures" } };

/** Expects numbers to agree to 9 digits and everything else to be identical. */
function expectAlike(left: unknown, right: unknown, at = "") {
  if (typeof left === "number" && typeof right === "number") {
    const difference = Math.abs(left - right) / Math.max(1e-12, Math.abs(left), Math.abs(right));
    expect(difference, `${at}: ${left} and ${right}`).toBeLessThan(1e-9);
  } else if (left && right && typeof left === "object" && typeof right === "object") {
    expect(Object.keys(left), at).toEqual(Object.keys(right));
    const other = new Map<string, unknown>(Object.entries(right));
    for (const [key, value] of Object.entries(left)) expectAlike(value, other.get(key), `${at}.${key}`);
  } else expect(left, at).toEqual(right);
}

describe.skipIf(!hasPostgres)("loads over the API", () => {
  test("a load gives the charts, the exposures and the checks of the log, and says what it cost", async () => {
    service = await measuredShop(postgres);
    const fromLog = await summary();
    const exposures = await read("/cumulative_exposures");
    const days = await daysOf("Revenue::sum");
    const { healthChecks } = Object(await read(""));
    await service.close();
    service = await measuredShop(postgres, inWarehouse);
    await connectShop(service, postgres.settings);
    expect(await summary()).toMatchObject({ isUnloaded: true });
    expect(Object(await read("")).healthChecks).toMatchObject([
      { name: "Not loaded from the warehouse yet" },
    ]);
    const last = await loaded({});
    expect(last?.finishedState, String(last?.message)).toBe("success");
    const { sections, ...about } = await summary();
    expectAlike(sections, fromLog.sections);
    expect(about).toMatchObject({ windowStart: shopStart, windowEnd: testNow, computedTime: testNow });
    expectAlike(await read("/cumulative_exposures"), exposures);
    expectAlike(Object(await read("")).healthChecks, healthChecks);
    expectAlike(await daysOf("Revenue::sum"), days);
    // The days of secondary metrics are loaded only on request.
    expect((await send("GET", dailyOf("Order value::mean"))).status).toBe(409);
    await loaded({ refresh: "metric", metricIDs: ["Order value::mean"] });
    expect((await send("GET", dailyOf("Order value::mean"))).status).toBe(200);
    expect(last).toMatchObject({
      createdTime: testNow,
      startDs: "2026-10-22",
      endDs: "2026-11-01",
      reloadType: "full",
      turboMode: false,
      startedBy: "Test writer",
      provider: "postgres",
      tag: "assay checkout load 1",
      cost: expect.stringMatching(/^[\d.]+ s of a server of your own$/),
    });
    expect(last?.statements.length).toBeGreaterThan(0);
  });

  test("with a schema for staging loads go on from what was staged, and give the numbers of those that read everything", async () => {
    await postgres.run("drop schema if exists assay_staged cascade");
    await postgres.run("create schema assay_staged");
    // With a single primary metric, its days are loaded.
    const [primaryMetrics, secondaryMetrics] = [["Days with a visit"], ["Revenue", "Visit to order"]].map(
      (names) =>
        shopMetrics.filter(({ name }) => names.includes(name)).map(({ name, type }) => ({ name, type })),
    );
    const change = { ...inWarehouse.change, primaryMetrics, secondaryMetrics };
    service = await measuredShop(postgres, { change, now: () => now });
    await connectShop(service, postgres.settings);
    await loaded();
    const unstaged = await summary();
    const settings = { postgres: { stagingSchema: "assay_staged" } };
    await service.request("PATCH", "/console/v1/wh_connections", { body: settings });
    now += 1000;
    expect(await loaded({ refresh: "full", turboMode: true })).toMatchObject({
      finishedState: "success",
      message: null,
    });
    expectAlike((await summary()).sections, unstaged.sections);
    now += 1000;
    const again = await loaded({ refresh: "incremental" });
    expect(again).toMatchObject({ finishedState: "success", reloadType: "incremental" });
    expectAlike((await summary()).sections, unstaged.sections);
    const staged = async () =>
      (await postgres.run("select 1 from pg_tables where schemaname = 'assay_staged'")).length;
    expect(await staged()).toBeGreaterThan(0);
    // A dry run removes nothing; a stored write does, after it was answered.
    expect((await send("PUT", "/reset?dryRun=true", {})).status).toBe(200);
    expect(await loaded({ refresh: "incremental", turboMode: true })).toMatchObject({
      finishedState: "success",
    });
    expect(await staged()).toBeGreaterThan(0);
    expect((await send("PUT", "/reset", {})).status).toBe(200);
    await expect.poll(staged).toBe(0);
  });

  test("where nothing can be staged a full load does without, and an incremental one says why it cannot", async () => {
    service = await measuredShop(postgres, { ...inWarehouse, now: () => now });
    await connectShop(service, { ...postgres.settings, stagingSchema: "not_there" });
    expect(await loaded({ refresh: "full", turboMode: true })).toMatchObject({
      finishedState: "success",
      message: null,
    });
    now += 1000;
    expect(await loaded({ refresh: "incremental", turboMode: true })).toMatchObject({
      finishedState: "failure",
      message: expect.stringMatching(/^Nothing can be staged in the warehouse; load in full/),
    });
  });

  test("one load after another sends the same texts, so that engines can answer from their caches", async () => {
    service = await measuredShop(postgres, { ...inWarehouse, now: () => now });
    await connectShop(service, postgres.settings);
    const texts = async () => (await loaded())?.statements.map(({ sql }) => sql);
    const first = await texts();
    now += 50 * 60_000;
    expect(await texts()).toEqual(first);
    now += 20 * 60_000;
    expect(await texts()).not.toEqual(first);
    expect((await history()).map(({ id, finishedState }) => [id, finishedState])).toEqual([
      ["3", "success"],
      ["2", "success"],
      ["1", "success"],
    ]);
  });

  test("a dry run begins nothing and says what would be read and why it would be refused", async () => {
    service = await measuredShop(postgres, inWarehouse);
    await connectShop(service, postgres.settings, { bytesPerStatement: 1000 });
    const planned = PulseLoad.parse((await send("POST", "/load_pulse?dryRun=true", {})).body.data);
    expect(planned.estimate?.bytes).toBeGreaterThan(50_000);
    expect(planned.estimate?.refusal).toMatch(/^This would read about .* the limit is 1 kB\./);
    expect((await state()).last).toBeNull();
    const last = await loaded();
    expect(last).toMatchObject({
      finishedState: "failure",
      message: planned.estimate?.refusal,
      statements: [],
    });
  });

  test("only a key that may write loads and stops; what is asked wrongly is refused at its field", async () => {
    service = await measuredShop(postgres, inWarehouse);
    await connectShop(service, postgres.settings);
    const path = "/console/v1/experiments/checkout/load_pulse";
    expect((await service.request("POST", path, { key: "read", body: {} })).status).toBe(403);
    expect((await service.request("DELETE", path, { key: "read" })).status).toBe(403);
    const fields = async (body: object) =>
      (await send("POST", "/load_pulse", body)).body.errors?.map(({ property }) => property);
    expect(await fields({ refresh: "all" })).toEqual(["refresh"]);
    expect(await fields({ refresh: "metric" })).toEqual(["metricIDs"]);
    expect(await fields({ metricIDs: ["x"] })).toEqual(["metricIDs"]);
    expect(await fields({ refresh: "incremental" })).toEqual(["refresh"]);
    expect(await fields({ turbo: true })).toEqual(["turbo"]);
    for (const query of ["since", "version"])
      expect((await send("GET", `/summary_charts?${query}=1`)).body.errors).toMatchObject([
        { property: query },
      ]);
  });

  test("a metric whose events no source has is missing in words, and the others are measured", async () => {
    service = await measuredShop(postgres, {
      change: {
        ...inWarehouse.change,
        secondaryMetrics: [{ name: "Refunds", type: "event_count_custom" }],
      },
    });
    await connectShop(service, postgres.settings);
    const created = await service.request("POST", "/console/v1/metrics", {
      body: {
        name: "Refunds",
        type: "event_count_custom",
        directionality: "decrease",
        metricEvents: [{ name: "refund", type: "count" }],
        warehouseNative: { metricSourceName: "tickets" },
      },
    });
    expect(created.text).toContain("Refunds::event_count_custom");
    const last = await loaded();
    expect(last?.finishedState).toBe("partial_failure");
    expect(last?.message).toContain("tickets");
    const { sections } = await summary();
    const units = sections.map(({ charts }) => charts[0]?.metrics?.[0]?.testUnits);
    expect(units).toEqual([expect.any(Number), undefined]);
  });

  test("numbers stay when the warehouse goes away, with their age, and home is told; the next load clears that", async () => {
    service = await measuredShop(postgres, { ...inWarehouse, now: () => now });
    await connectShop(service, postgres.settings);
    await loaded();
    const freshness = async () =>
      JSON.stringify((await service.request("GET", "/console/v1/warehouse_sources/freshness")).body.data);
    await expect.poll(freshness).not.toContain('"isChecking":true');
    const before = await summary();
    now += 86_400_000;
    const change = (port: number) =>
      service.request("PATCH", "/console/v1/wh_connections", { body: { postgres: { port } } });
    await change(1);
    const last = await loaded();
    expect(last).toMatchObject({
      finishedState: "failure",
      message: "Nothing listens at this port of the host.",
    });
    expect((await summary()).sections).toEqual(before.sections);
    expect(await state()).toMatchObject({ shownUntil: testNow, isOutdated: false, shown: { id: "1" } });
    const status = async () =>
      WarehouseStatus.parse((await service.request("GET", "/console/v1/warehouse_status")).body.data);
    expect(await status()).toMatchObject({
      notes: expect.arrayContaining([
        expect.objectContaining({ kind: "connection", text: "PostgreSQL could not be reached" }),
      ]),
      failedLoads: [
        { experimentID: "checkout", experimentName: "Checkout", state: "failure", shownUntil: testNow },
      ],
    });
    // Stored results remain available when no warehouse is in use.
    await service.request("PATCH", "/console/v1/wh_connections", { body: { active: null } });
    expect((await summary()).sections).toEqual(before.sections);
    await service.request("PATCH", "/console/v1/wh_connections", { body: { active: "postgres" } });
    await change(postgres.settings.port);
    await loaded();
    expect(JSON.stringify(await status())).not.toContain("could not be reached");
    expect(await status()).toMatchObject({ failedLoads: [] });
  });

  test("a load is outdated once the experiment counts otherwise", async () => {
    service = await measuredShop(postgres, inWarehouse);
    await connectShop(service, postgres.settings);
    await loaded();
    expect((await state()).isOutdated).toBe(false);
    await send("PATCH", "", { description: "Fewer fields." });
    expect((await state()).isOutdated).toBe(false);
    await send("PATCH", "", { secondaryMetrics: [] });
    expect((await state()).isOutdated).toBe(false);
    await send("PATCH", "", { assignmentSourceFilters: [{ column: "country", values: ["DE"] }] });
    expect((await state()).isOutdated).toBe(true);
  });

  test("only sums cross the wire, and no unit is named in an answer, a table or a line of the log", async () => {
    service = await measuredShop(postgres, { ...inWarehouse, units: 3000 });
    const wire = await listenBetween(postgres.settings.port);
    await connectShop(service, { ...postgres.settings, host: "127.0.0.1", port: wire.port });
    await service.database.query("delete from event");
    await service.database.query("delete from exposure");
    expect((await loaded())?.finishedState).toBe("success");
    await wire.close();
    const crossed = wire.told();
    expect(crossed.length).toBeGreaterThan(1000);
    expect(crossed.length).toBeLessThan(1_000_000);
    const answers = [await read("/summary_charts"), await read("/pulse_load_history"), await read("")];
    const tables = [];
    for (const table of ["pulse_load", "pulse_statement", "loaded_result", "kept_result"])
      tables.push(await service.database.query(`select * from ${table}`));
    for (const text of [
      crossed.toString("latin1"),
      ...[answers, tables, service.logged].map((one) => JSON.stringify(one)),
    ])
      expect(text).not.toContain(unitMark);
  });
});

/** A proxy that records everything the server sends back. */
async function listenBetween(port: number) {
  const parts: Buffer[] = [];
  const server: Server = createServer((socket) => {
    const engine = connect(port, "127.0.0.1");
    engine.on("data", (part: Buffer) => parts.push(part));
    socket.pipe(engine).pipe(socket);
    for (const end of [socket, engine]) end.on("error", () => end.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    told: () => Buffer.concat(parts),
    close: async () => {
      server.close();
    },
  };
}
