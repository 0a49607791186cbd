import { expect, test } from "vitest";
import { Experiment } from "#contract/experiment.ts";
import { Metric } from "#contract/metric.ts";
import { AssignmentSource, MetricSource } from "#contract/warehouse-source.ts";
import { warehouseSources } from "./warehouse-sources.ts";

const experiment = (more: object = {}) =>
  Experiment.parse({
    id: "checkout",
    name: "Checkout",
    status: "active",
    idType: "userID",
    groups: [
      { id: "c", name: "Control", size: 50 },
      { id: "t", name: "Test", size: 50 },
    ],
    assignmentSourceName: "seen",
    ...more,
  });
const metric = (name: string, more: object = {}) =>
  Metric.parse({
    id: `${name}::sum`,
    name,
    type: "sum",
    directionality: "increase",
    metricEvents: [{ name: "purchase", type: "value" }],
    ...more,
  });
const idTypeMapping = [{ statsigUnitID: "userID", column: "user_id" }];
const assignment = AssignmentSource.parse({
  id: "seen",
  name: "seen",
  sql: "select * from seen -- all",
  timestampColumn: "at",
  timestampType: "timestamp with time zone",
  experimentIDColumn: "exp",
  groupIDColumn: "variant",
  idTypeMapping,
});
const source = (name: string, more: object = {}) =>
  MetricSource.parse({
    id: name,
    name,
    sql: `select * from ${name}`,
    timestampColumn: "at",
    idTypeMapping,
    eventColumn: "event",
    valueColumn: "amount",
    ...more,
  });
const found = (
  metrics: readonly Metric[],
  metricSources: readonly MetricSource[],
  { of = experiment(), from = assignment }: { of?: Experiment; from?: AssignmentSource | undefined } = {},
) =>
  warehouseSources(of, metrics, { assignment: from, assignmentNames: ["seen"], metricSources }, "postgres");
const sentences = (answer: ReturnType<typeof found>) =>
  "missing" in answer ? answer.missing.map(({ sentence }) => sentence) : [];

test("an experiment is measured from the tables of its sources", () => {
  const answer = found(
    [metric("Revenue")],
    [source("events", { timestampAsDay: true, datePartitionColumn: "ds", datePartitionType: "text" })],
    {
      of: experiment({
        assignmentSourceExperimentName: "exp 7",
        assignmentSourceFilters: [{ column: "app", values: ["web"] }],
        assignmentSourceGroups: { v1: "Test" },
        dimensions: [{ key: "country", type: "user" }],
      }),
      from: { ...assignment, dimensionColumns: [{ key: "country", column: "geo" }] },
    },
  );
  if (!("sources" in answer)) throw new Error(sentences(answer).join());
  expect(answer.sources.assignment).toEqual({
    name: "seen",
    sql: "select * from seen",
    unitColumn: "user_id",
    timeColumn: "at",
    timeType: "timestamp with time zone",
    experimentColumn: "exp",
    experimentKey: "exp 7",
    groupColumn: "variant",
    groups: { c: "c", Control: "c", t: "t", Test: "t", v1: "t" },
    dimensionColumns: { country: "geo" },
    filters: [{ column: "app", values: ["web"] }],
  });
  expect(answer.sources.tableOfEvent("purchase")).toEqual({
    name: "events",
    sql: "select * from events",
    unitColumn: "user_id",
    timeColumn: "at",
    timeType: "day",
    partitionColumn: { name: "ds", type: "text" },
    eventColumn: "event",
    valueColumn: "amount",
    fieldColumns: {},
    fieldsColumn: null,
  });
  expect(answer.sources.tableOfEvent("other")).toBeUndefined();
});

test("fields of events are columns, formulas, or keys of a column of JSON", () => {
  const asked = metric("Revenue", {
    metricEvents: [
      {
        name: "purchase",
        type: "metadata",
        metadataKey: "net",
        criteria: [{ type: "metadata", column: "Plan", condition: "=", values: ["pro"] }],
      },
    ],
  });
  const columns = ["user_id", "at", "event", "plan", "doc"].map((name) => ({
    name,
    type: "text",
    engineType: "text",
  }));
  const of = experiment({ dimensions: [{ key: "shop", type: "event" }] });
  const answer = found(
    [asked],
    [
      source("events", {
        columns,
        fieldsColumn: "doc",
        customFieldMapping: [{ key: "net", formula: "gross / 1.19 -- vat" }],
      }),
    ],
    { of },
  );
  if (!("sources" in answer)) throw new Error(sentences(answer).join());
  expect(answer.sources.tableOfEvent("purchase")).toMatchObject({
    sql: "select s.*, (gross / 1.19) as net from (\nselect * from events\n) s",
    fieldColumns: { net: "net", Plan: "Plan" },
    fieldsColumn: "doc",
  });
  expect(sentences(found([asked], [source("events", { columns })], { of }))).toEqual([
    "The source 'events' has no column 'net', which a metric or a dimension reads. It has 'user_id', 'at', 'event', 'plan', 'doc'.",
    "The source 'events' has no column 'shop', which a metric or a dimension reads. It has 'user_id', 'at', 'event', 'plan', 'doc'.",
  ]);
});

test("a metric finds its source by its name, as the only one, or by its events", () => {
  const [a, b] = [source("a", { eventNames: ["purchase"] }), source("b", { eventNames: ["view"] })];
  const tableOf = (...args: Parameters<typeof found>) => {
    const answer = found(...args);
    return "sources" in answer ? answer.sources.tableOfEvent("purchase")?.name : sentences(answer);
  };
  expect(tableOf([metric("M")], [b])).toBe("b");
  expect(tableOf([metric("M")], [b, a])).toBe("a");
  expect(tableOf([metric("M", { warehouseNative: { metricSourceName: "b" } })], [b, a])).toBe("b");
  expect(tableOf([metric("M")], [b, source("purchase", { eventColumn: null })])).toBe("purchase");
});

test("an experiment without sources is told what to add", () => {
  const none = warehouseSources(
    experiment({ assignmentSourceName: "gone" }),
    [metric("M")],
    { assignment: undefined, assignmentNames: ["seen"], metricSources: [] },
    "postgres",
  );
  expect(none).toEqual({
    missing: [
      {
        kind: "experiment",
        id: "checkout",
        property: "assignmentSourceName",
        sentence:
          "The experiment names the assignment source 'gone', and there is none of that name. There are 'seen'.",
      },
      {
        kind: "metric",
        id: "M::sum",
        property: "warehouseNative",
        sentence: "There is no metric source yet: add one for the table that the events stand in.",
      },
    ],
  });
});

test("what is missing is said in words", () => {
  const plain = source("events");
  const missing = (...args: Parameters<typeof found>) => sentences(found(...args));
  expect(missing([], [], { of: experiment({ idType: "deviceID" }) })).toEqual([
    "The source 'seen' does not say which column holds the unit 'deviceID'.",
  ]);
  expect(missing([metric("M")], [source("events", { valueColumn: null })])).toEqual([
    "The metric 'M' reads the number of 'purchase', and the source 'events' does not say which column holds it.",
  ]);
  expect(missing([metric("M")], [source("events", { eventColumn: null })])).toEqual([
    "Each row of the source 'events' is the event 'events', since it has no column of event names; the metric 'M' counts 'purchase'.",
  ]);
  expect(missing([metric("M", { warehouseNative: { metricSourceName: "x" } })], [plain])).toEqual([
    "The metric 'M' names the metric source 'x', and there is none of that name.",
  ]);
  expect(missing([metric("M")], [plain, source("b")])).toEqual([
    "No metric source has the event 'purchase', which the metric 'M' counts. Name its source in the metric.",
  ]);
  // An event that was first logged after the sources were defined.
  expect(missing([metric("M")], [plain, source("b", { eventColumn: null })])).toEqual([]);
  const both = ["a", "b"].map((name) => source(name, { eventNames: ["purchase"] }));
  expect(missing([metric("M")], both)).toEqual([
    "Several metric sources have the event 'purchase', which the metric 'M' counts: 'a', 'b'. Name its source in the metric.",
  ]);
  const named = ["a", "b"].map((name) => metric(name, { warehouseNative: { metricSourceName: name } }));
  expect(missing(named, both)).toEqual([
    "The metrics 'a' and 'b' read the event 'purchase' from two sources, 'a' and 'b'; it can only be read from one.",
  ]);
  expect(missing([], [], { of: experiment({ dimensions: [{ key: "country", type: "user" }] }) })).toEqual([
    "The source 'seen' has no column for 'country', by which the results are broken down, and no entity property source has one of 'userID'.",
  ]);
});

test("a text that was stored before it could be looked at is refused before it runs", () => {
  const from = { ...assignment, sql: "select * from seen; drop table seen" };
  expect(sentences(found([], [], { from }))).toEqual([
    "The text of the source 'seen' cannot be used: Only one statement is taken, and a second one begins at line 1, character 21.",
  ]);
});
