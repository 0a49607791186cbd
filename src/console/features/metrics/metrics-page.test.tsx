import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { loadEvents } from "#service/database/logs.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { serviceWithExperiment } from "#testing/stored-experiments.ts";

type Service = NonNullable<ConsoleOptions["service"]>;

const logged = ({ database }: Service) =>
  database.transaction((transaction) =>
    loadEvents(
      transaction,
      ["a", "b"].map((unit) => ({
        name: "order",
        time: Date.now() - 3_600_000,
        unit,
        value: "20",
        source: "",
        metadata: JSON.stringify({ country: "DE", items: "2" }),
      })),
    ),
  );

const germanOrders = {
  name: "German orders",
  type: "event_count_custom",
  metricEvents: [{ name: "order", type: "count" }],
};
const germanID = encodeURIComponent("German orders::event_count_custom");

/** Sets up a running experiment that decides by a metric. */
async function measuring() {
  const service = await serviceWithExperiment({
    experiment: { primaryMetrics: [{ name: "German orders", type: "event_count_custom" }] },
    log: { old: { units: 2, order: 1 } },
  });
  await service.request("POST", "/console/v1/metrics", { body: germanOrders });
  return service;
}

test("without metrics the list leads to a form, which names what is missing, keeps the draft, and makes a metric", async () => {
  const view = await consoleAt("/demo/metrics", { fill: logged });
  await view.user.click(await view.findByRole("link", { name: "New metric" }));
  await view.findByRole("heading", { level: 1, name: "New metric" });
  await view.user.click(await view.findByRole("button", { name: "Create the metric" }));
  const summary = within(await view.findByRole("alert"));
  expect(summary.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Event: Choose an event",
    "Name: Must be at least 4 characters",
  ]);
  await view.user.type(view.getByRole("textbox", { name: /^Name/ }), "German orders");
  const event = view.getByRole("combobox", { name: /^Event/ });
  await view.user.type(event, "no such{Enter}");
  expect(view.getByRole("heading", { level: 1, name: "New metric" })).toBeTruthy();
  await view.user.clear(event);
  await view.user.type(event, "ord");
  await view.findByRole("option", { name: /^order/ });
  await view.user.keyboard("{ArrowDown}{Enter}");
  expect(event).toHaveProperty("value", "order");
  await view.user.click(view.getByRole("button", { name: "Add filter" }));
  await view.user.click(view.getByRole("combobox", { name: "Field of filter 1" }));
  await view.user.click(await view.findByRole("option", { name: /^country/ }));
  await view.user.type(view.getByRole("combobox", { name: "Values of filter 1" }), "DE{Enter}");
  await view.user.click(view.getByRole("button", { name: "Create the metric" }));
  expect(await view.findByRole("heading", { level: 1, name: "German orders" })).toBeTruthy();
  expect(await view.findByText("country is any of DE")).toBeTruthy();
  const { body } = await view.service.request("GET", `/console/v1/metrics/${germanID}`);
  expect(body.data).toMatchObject({
    directionality: "increase",
    metricEvents: [
      {
        name: "order",
        type: "count",
        criteria: [{ type: "metadata", column: "country", condition: "in", values: ["DE"] }],
      },
    ],
  });
});

test("a change of what a running experiment measures asks with its name, and deleting it is refused with it", async () => {
  const view = await consoleAt(`/demo/metrics/${germanID}?edit=true`, { service: await measuring() });
  await view.user.click(await view.findByRole("button", { name: "Lower" }));
  await view.user.click(view.getByRole("button", { name: "Save the metric" }));
  const question = await view.findByRole("alertdialog", {
    name: "Change German orders under 1 running experiment",
  });
  expect(within(question).getByText("Form")).toBeTruthy();
  await view.user.click(within(question).getByRole("button", { name: "Change the metric" }));
  expect(await view.findByText("The metric is saved")).toBeTruthy();
  expect(await view.findAllByText("Lower is better")).toHaveLength(2);
  await view.user.click(view.getByRole("button", { name: "More actions" }));
  await view.user.click(await view.findByRole("menuitem", { name: "Delete" }));
  const deleting = within(await view.findByRole("alertdialog", { name: "Delete German orders" }));
  await view.user.click(deleting.getByRole("button", { name: "Delete the metric" }));
  expect(await deleting.findByText(/An experiment uses this metric: 'Form'/)).toBeTruthy();
});

test("a colleague’s save is merged, and what both changed is asked", async () => {
  const view = await consoleAt(`/demo/metrics/${germanID}?edit=true`, { service: await measuring() });
  const description = await view.findByRole("textbox", { name: "Description" });
  await view.user.type(description, "Mine");
  await view.service.request("PATCH", `/console/v1/metrics/${germanID}`, {
    body: { description: "Theirs", tags: ["Core"] },
  });
  await view.user.click(view.getByRole("button", { name: "Save the metric" }));
  await view.user.click(await view.findByRole("button", { name: "Keep mine" }));
  expect(await view.findByText(/Merged: your draft is now based on version 2/)).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Save the metric" }));
  expect(await view.findByText("The metric is saved")).toBeTruthy();
  const { body } = await view.service.request("GET", `/console/v1/metrics/${germanID}`);
  expect(body.data).toMatchObject({ description: "Mine", tags: ["Core"], version: 3 });
});

test("with a warehouse in use a metric names the source that its events are read from", async () => {
  const service = await measuring();
  const idTypeMapping = [{ statsigUnitID: "userID", column: "user_id" }];
  for (const name of ["app", "shop"])
    await service.request("POST", "/console/v1/metrics/metric_source", {
      body: { name, sql: `select * from ${name}`, timestampColumn: "at", idTypeMapping },
    });
  await service.request("PATCH", "/console/v1/wh_connections", {
    body: { postgres: { host: "127.0.0.1", database: "d", username: "u" }, active: "postgres" },
  });
  const view = await consoleAt(`/demo/metrics/${germanID}?edit=true`, { service });
  await view.user.click(await view.findByRole("combobox", { name: "Metric source" }));
  await view.user.click(await view.findByRole("option", { name: "shop" }));
  await view.user.click(view.getByRole("button", { name: "Save the metric" }));
  await view.user.click(await view.findByRole("button", { name: "Change the metric" }));
  expect(await view.findByRole("link", { name: "shop" })).toBeTruthy();
  const { body } = await service.request("GET", `/console/v1/metrics/${germanID}`);
  expect(body.data).toMatchObject({ warehouseNative: { metricSourceName: "shop" } });
});
