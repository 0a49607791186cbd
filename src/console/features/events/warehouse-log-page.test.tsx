// The events of the warehouse on the page: queried with a time range, after approval of the estimate if it is expensive, and
// cancelled by the user.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { within } from "@testing-library/react";
import { testApp } from "#service/test-app.test-support.ts";
import {
  bigQueryServer,
  settings as bigQuery,
  table,
} from "#service/warehouse/bigquery-server.test-support.ts";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import { connectShop, measuredShop } from "#service/experiments/loads/measured-shop.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";

describe.skipIf(!hasPostgres)("on PostgreSQL", () => {
  let postgres: Awaited<ReturnType<typeof openPrivatePostgres>>;
  beforeAll(async () => {
    postgres = await openPrivatePostgres();
  });
  afterAll(() => postgres?.close());

  test("the switch shows what the warehouse has, with its time and its cost, and says what keeps it from answering", async () => {
    const service = await measuredShop(postgres, { units: 60 });
    await connectShop(service, postgres.settings);
    const view = await consoleAt("/demo/events", { service });
    const stores = await view.findByRole("group", { name: "Where the events are" });
    await view.user.click(within(stores).getByRole("button", { name: "In the warehouse" }));
    expect(await view.findByText(/^PostgreSQL answered in .* does not say what it read\.$/)).toBeTruthy();
    expect(view.router.state.location.search).toMatchObject({ store: "warehouse" });
    expect(view.getByText("the last 24 hours")).toBeTruthy();
    const rows = await view.findByRole("table", { name: "Newest events in the warehouse" });
    const [first] = within(rows).getAllByRole("button", { name: /^Details of the event at/ });
    if (first) await view.user.click(first);
    expect(await view.findByRole("button", { name: /^Only channel / })).toBeTruthy();

    await view.router.navigate({
      to: "/$company/events/$name",
      params: { company: "demo", name: "order" },
    });
    const ofName = await view.findByRole("group", { name: "Where the events are" });
    await view.user.click(within(ofName).getByRole("button", { name: "In the warehouse" }));
    expect(
      await view.findByRole("table", { name: "Newest events named order in the warehouse" }),
    ).toBeTruthy();
    expect(view.getByText("What the warehouse holds of it, newest first.")).toBeTruthy();

    await service.request("PATCH", "/console/v1/wh_connections", { body: { postgres: { port: 1 } } });
    await view.user.click(view.getByRole("button", { name: "Ask again" }));
    expect(await view.findByText("The warehouse cannot be reached")).toBeTruthy();
    await service.close();
  });
});

/** The original fetch, before consoleAt replaces it. */
const outside = fetch;

async function onBigQuery(pollsBeforeEnd: number, where = "") {
  const vendor = await bigQueryServer(() => ({ ...table([], []), bytes: 4e9 }), pollsBeforeEnd);
  const service = await testApp({ warehouseEndpoints: { google: vendor.server.origin } });
  const source = {
    name: "events",
    sql: "select * from events",
    timestampColumn: "ts",
    eventColumn: "event",
    idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
  };
  await service.request("POST", "/console/v1/metrics/metric_source", { body: source });
  await service.request("PATCH", "/console/v1/wh_connections", {
    body: { bigquery: bigQuery, active: "bigquery" },
  });
  const view = await consoleAt(`/demo/events?store=warehouse&where=${where}`, {
    service,
    intercept: (request) => (request.url.startsWith(vendor.server.origin) ? outside(request) : undefined),
  });
  const close = async () => {
    vendor.server.close();
    await service.close();
  };
  return { ...view, ...vendor, close };
}

test("what reads more than 1 GB is asked after its estimate was accepted, each question by itself", async () => {
  const { jobs, close, ...view } = await onBigQuery(0);
  expect(await view.findByText(/^This would read about 8.GB in BigQuery\.$/)).toBeTruthy();
  expect(jobs.size).toBe(0);
  await view.user.click(view.getByRole("button", { name: "Read about 8\u00a0GB" }));
  expect(await view.findByText(/^BigQuery read 8.GB in /)).toBeTruthy();
  expect(view.getByText(/^There is no event of this time/)).toBeTruthy();
  expect(jobs.size).toBe(2);
  await view.user.click(view.getByRole("button", { name: "Filter" }));
  await view.user.type(view.getByRole("combobox", { name: "Condition" }), "name is order{Enter}");
  expect(await view.findByRole("button", { name: "Read about 8\u00a0GB" })).toBeTruthy();
  expect(jobs.size).toBe(2);
  await close();
});

test("a question that takes long is stopped, and may be asked again", async () => {
  const { close, ...view } = await onBigQuery(Infinity);
  await view.user.click(await view.findByRole("button", { name: "Read about 8\u00a0GB" }));
  await view.user.click(await view.findByRole("button", { name: "Stop" }));
  expect(await view.findByText(/^Stopped: /)).toBeTruthy();
  expect(view.getByRole("button", { name: "Ask again" })).toBeTruthy();
  await close();
});

test("while a condition of the address cannot be read the warehouse is asked nothing", async () => {
  const { jobs, close, ...view } = await onBigQuery(0, "country+DE");
  expect(await view.findByText("Nothing is shown until the condition above can be read.")).toBeTruthy();
  expect(view.queryByText(/^This would read/)).toBeNull();
  expect(jobs.size).toBe(0);
  await close();
});
