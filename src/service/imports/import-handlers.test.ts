// Tests file imports over HTTP: preview, import in the background, cancellation and undo.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod/mini";
import { readCommand } from "#service/cli/import/command-line.ts";
import { loadEntities } from "#service/database/entities.ts";
import { ImportFile, LogImport } from "#contract/log-import.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { requestedCommand } from "./requested-command.ts";

let folder: string;
let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-imports-"));
  service = await testApp({ environment: { DATA_DIR: folder } });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const purchases = [
  "user_id,event,at,price,country",
  "u1,purchase,2026-10-01T08:00:00Z,12.5,DE",
  "u2,purchase,2026-10-01T09:00:00Z,7,SE",
  "u1,refund,2026-10-02T09:00:00Z,-7,DE",
];
const csv = (lines: readonly string[]) => `${lines.join("\n")}\n`;

async function send(name: string, body: string | Uint8Array<ArrayBuffer>, key: "write" | "read" = "write") {
  const answer = await service.app.request(`/console/v1/import_files?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { "SERVICE-API-KEY": service.keys[key] },
    body,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: z.looseObject({ data: z.unknown() }).parse({ data: null, ...JSON.parse(text) }),
  };
}
const sent = async (name: string, body: string | Uint8Array<ArrayBuffer>) =>
  ImportFile.parse((await send(name, body)).body.data);

const readImport = async (id: string) =>
  LogImport.parse((await service.request("GET", `/console/v1/imports/${id}`)).body.data);

async function ended(id: string) {
  return vi.waitFor(async () => {
    const found = await readImport(id);
    expect(["waiting", "running"]).not.toContain(found.state);
    return found;
  }, 20_000);
}
async function imported(body: object) {
  const answer = await service.request("POST", "/console/v1/imports", { body });
  expect(answer.body.errors ?? []).toEqual([]);
  return ended(LogImport.parse(answer.body.data).id);
}
const asEvents = (file: string) => ({
  file,
  kind: "events",
  unitColumn: "user_id",
  timeColumn: "at",
  nameColumn: "event",
  valueColumn: "price",
  metadataColumns: ["country"],
});
const eventRows = () =>
  service.database.query("select name, unit_id, value from event order by name, unit_id, value");
const left = () => readdirSync(join(folder, "imports"));

test("a file is read for its first rows and the columns that it probably means, and nothing is stored by that", async () => {
  const file = await sent("shop.csv.gz", new Uint8Array(gzipSync(csv(purchases))));
  expect(file).toMatchObject({
    name: "shop.csv.gz",
    columns: ["user_id", "event", "at", "price", "country"],
    rows: [["u1", "purchase", "2026-10-01T08:00:00Z", "12.5", "DE"], expect.anything(), expect.anything()],
    guess: {
      kind: "events",
      unitColumn: "user_id",
      timeColumn: "at",
      nameColumn: "event",
      valueColumn: "price",
      metadataColumns: ["country"],
    },
  });
  expect(await eventRows()).toEqual([]);
});

test("a file is imported with the chosen columns, listed, and undone to the row; then it can be imported again", async () => {
  const other = await sent(
    "other.ndjson",
    '{"user_id":"u9","event":"purchase","at":"2026-10-01","price":1,"country":"DE"}\n',
  );
  expect(await imported(asEvents(other.id))).toMatchObject({ state: "stored", rows: 1 });
  const before = await eventRows();
  const file = await sent("shop.csv", csv(purchases));
  const stored = await imported(asEvents(file.id));
  expect(stored).toMatchObject({
    state: "stored",
    rows: 3,
    author: "Test writer",
    canUndo: true,
    file: "shop.csv",
  });
  expect(await eventRows()).toHaveLength(4);
  expect(left()).toEqual([]);
  expect((await service.request("GET", "/console/v1/imports", { key: "read" })).body.data).toMatchObject([
    { kind: "events", rows: 3 },
    { kind: "events", rows: 1 },
  ]);
  const again = await sent("renamed.csv", csv(purchases));
  expect(await imported(asEvents(again.id))).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("before"),
  });
  expect(
    (await service.request("POST", `/console/v1/imports/${stored.id}/undo`, { key: "read" })).status,
  ).toBe(403);
  const undone = await service.request("POST", `/console/v1/imports/${stored.id}/undo`);
  expect(undone.body.data).toEqual({ removed: 3 });
  expect(await eventRows()).toEqual(before);
  const events = await service.request("GET", "/console/v1/events");
  expect(events.body.pagination?.totalItems).toBe(1);
  expect((await service.request("POST", `/console/v1/imports/${stored.id}/undo`)).status).toBe(404);
  expect(await imported(asEvents(again.id))).toMatchObject({ state: "stored", rows: 3 });
});

test.each([
  ["semicolons", ";"],
  ["tabs", "\t"],
])(
  "a file whose columns are separated by %s is previewed and imported by its columns",
  async (_name, separator) => {
    const text = csv(purchases.map((line) => line.replaceAll(",", separator)));
    const file = await sent("shop.csv.gz", new Uint8Array(gzipSync(text)));
    expect(file).toMatchObject({ separator, columns: ["user_id", "event", "at", "price", "country"] });
    expect(await imported(asEvents(file.id))).toMatchObject({ state: "stored", rows: 3 });
    expect(await eventRows()).toContainEqual({ name: "purchase", unit_id: "u1", value: "12.5" });
    expect(await sent("other.csv", csv(purchases))).toMatchObject({ separator: "," });
    expect((await sent("other.ndjson", '{"a":1}\n')).separator).toBeUndefined();
  },
);

test("bad rows refuse the file, by line, and the file can then be imported without them", async () => {
  const file = await sent(
    "bad.csv",
    csv([...purchases, "u3,purchase,yesterday,1,DE", "u4,,2026-10-01,1,DE"]),
  );
  expect(await imported(asEvents(file.id))).toMatchObject({
    state: "refused",
    badCount: 2,
    bad: [
      { line: 5, problem: "Not a time in at: 'yesterday'" },
      { line: 6, problem: "No event name" },
    ],
  });
  expect(await eventRows()).toEqual([]);
  const stored = await imported({ ...asEvents(file.id), skipBad: true });
  expect(stored).toMatchObject({ state: "stored", rows: 3, badCount: 2 });
});

test("what was answered about a file can be read again until the file is imported", async () => {
  const file = await sent("bad.csv", csv([...purchases, "u3,purchase,yesterday,1,DE"]));
  const again = () => service.request("GET", `/console/v1/import_files/${file.id}`, { key: "read" });
  expect(await imported(asEvents(file.id))).toMatchObject({ state: "refused" });
  expect((await again()).body.data).toEqual(file);
  expect(await imported({ ...asEvents(file.id), skipBad: true })).toMatchObject({ state: "stored" });
  expect((await again()).status).toBe(404);
});

test("exposures go to their experiment, and are undone alone", async () => {
  const groups = [
    { id: "long", name: "Long form", size: 50, parameterValues: {}, description: "" },
    { id: "short", name: "Short form", size: 50, parameterValues: {}, description: "" },
  ];
  const document = await service.database.transaction(async (transaction) => {
    const experiment = {
      id: "form",
      name: "Form",
      status: "active",
      experimentType: "BASE",
      idType: "userID",
      tags: [],
      startTime: null,
      endTime: null,
      targetingGateID: "",
      bonferroniCorrection: false,
      defaultConfidenceInterval: "95",
      primaryMetrics: [],
      secondaryMetrics: [],
      groups,
      version: 1,
    };
    await loadEntities(transaction, "experiment", [{ document: experiment, references: [] }]);
    return experiment;
  });
  const file = await sent(
    "form.csv",
    csv(["user,variant,time", "u1,long,1790000000", "u2,Short form,1790000001"]),
  );
  expect(file.guess).toMatchObject({
    kind: "exposures",
    groupColumn: "variant",
    unitColumn: "user",
    timeColumn: "time",
  });
  const columns = {
    unitColumn: "user",
    timeColumn: "time",
    groupColumn: "variant",
    kind: "exposures",
    file: file.id,
  };
  const missing = await service.request("POST", "/console/v1/imports", {
    body: { ...columns, experimentID: "nope" },
  });
  expect(missing.body.errors).toEqual([
    { property: "experimentID", errorMessage: "Experiment 'nope' not found" },
  ]);
  const stored = await imported({ ...columns, experimentID: document.id });
  expect(stored).toMatchObject({ state: "stored", rows: 2, experimentID: "form" });
  expect(await service.database.query("select group_id from exposure order by unit_id")).toEqual([
    { group_id: "long" },
    { group_id: "short" },
  ]);
  await service.request("POST", `/console/v1/imports/${stored.id}/undo`);
  expect(await service.database.query("select * from exposure")).toEqual([]);
  expect(await service.database.query("select kind, logged from log_state")).toEqual([
    { kind: "undone", logged: 1 },
  ]);
});

test("an import under way can be stopped, with nothing stored", async () => {
  const line = "u1,purchase,2026-10-01T08:00:00Z,12.5,DE\n";
  const file = await sent("long.csv", `${purchases[0]}\n${line.repeat(200_000)}`);
  const { body } = await service.request("POST", "/console/v1/imports", { body: asEvents(file.id) });
  const { id } = LogImport.parse(body.data);
  await vi.waitFor(async () => expect((await readImport(id)).rows).toBeGreaterThan(0), {
    interval: 5,
    timeout: 20_000,
  });
  expect((await service.request("POST", `/console/v1/imports/${id}/cancel`)).status).toBe(200);
  const stopped = await ended(id);
  expect(stopped).toMatchObject({ state: "cancelled" });
  expect(stopped.rows).toBeLessThan(200_000);
  expect(await eventRows()).toEqual([]);
});

test("the oldest file that nobody imports gives way to another one", async () => {
  const line = "u1,purchase,2026-10-01T08:00:00Z,12.5,DE\n";
  const long = await sent("long.csv", `${purchases[0]}\n${line.repeat(200_000)}`);
  const { body } = await service.request("POST", "/console/v1/imports", { body: asEvents(long.id) });
  const { id } = LogImport.parse(body.data);
  const files = [];
  for (let index = 0; index < 9; index += 1) files.push(await sent(`${index}.csv`, csv(purchases)));
  expect(left()).toHaveLength(8);
  const again = await service.request("POST", "/console/v1/imports", { body: asEvents(files[0]?.id ?? "") });
  expect(again.status).toBe(404);
  expect((await service.request("POST", `/console/v1/imports/${id}/cancel`)).status).toBe(200);
  expect(await ended(id)).toMatchObject({ state: "cancelled" });
  expect(await imported(asEvents(files[8]?.id ?? ""))).toMatchObject({ state: "stored" });
});

test("a refusal names the field, and stores nothing", async () => {
  expect((await send("shop.csv", csv(purchases), "read")).status).toBe(403);
  expect(await send("shop.xlsx", "x")).toMatchObject({
    status: 400,
    body: { errors: [{ property: "name" }] },
  });
  expect(await send("empty.csv", "")).toMatchObject({ status: 400 });
  expect(await send("twice.csv", "a,a\n1,2\n")).toMatchObject({
    status: 400,
    body: { errors: [{ errorMessage: "The file has the column 'a' twice." }] },
  });
  expect(await send("damaged.csv.gz", "no gzip")).toMatchObject({ status: 400 });
  expect(existsSync(join(folder, "imports")) ? left() : []).toEqual([]);
  const answer = await service.request("POST", "/console/v1/imports", {
    body: { file: "x", kind: "events", timeAt: "now", timeColumn: "at", groupColumn: "g" },
  });
  expect(answer.body.errors?.map(({ property }) => property).sort()).toEqual([
    "groupColumn",
    "nameColumn",
    "timeAt",
    "unitColumn",
  ]);
  const gone = await service.request("POST", "/console/v1/imports", { body: asEvents("x") });
  expect([gone.status, gone.body.message]).toEqual([404, "File not found."]);
});

test("an import of before has no number, so it cannot be undone", async () => {
  await service.database.transaction((transaction) =>
    transaction.query(
      "insert into import_run (fingerprint, description, imported_time, rows) values ('abc', 'exposures form', 5, 7)",
    ),
  );
  expect((await service.request("GET", "/console/v1/imports")).body.data).toMatchObject([
    { id: "abc", kind: "exposures", experimentID: "form", rows: 7, canUndo: false },
  ]);
  expect((await service.request("POST", "/console/v1/imports/abc/undo")).status).toBe(409);
});

test("the console and the command line make the same of the same choices", () => {
  const command =
    "events f.csv --name-column event --unit user_id --time at --value price --metadata country";
  expect(JSON.stringify(requestedCommand({ ...asEvents("x"), kind: "events" }, "f.csv"))).toBe(
    JSON.stringify(readCommand(command.split(" "))),
  );
  const exposures =
    "exposures f.csv --experiment e --unit user --group g --time-at 2026-10-01 --property p=c";
  const request = { file: "x", kind: "exposures", experimentID: "e", unitColumn: "user" } as const;
  const asked = requestedCommand(
    { ...request, groupColumn: "g", timeAt: "2026-10-01", properties: { p: "c" } },
    "f.csv",
  );
  expect(Object.keys(asked)).toEqual(Object.keys(readCommand(exposures.split(" "))));
});
