import { afterEach, expect, test } from "vitest";
import {
  bigQueryServer,
  email,
  keyFile,
  refusal,
  settings,
  table,
  type BigQueryAnswer,
} from "#service/warehouse/bigquery-server.test-support.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";
import { examined } from "./examined.test-support.ts";

const all = { ...settings, stagingDataset: "assay" };

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

async function start(...special: (readonly [part: string, answer: BigQueryAnswer])[]) {
  const usual: (readonly [string, BigQueryAnswer])[] = [
    ["select * from", { ...table(["a"], [["1"]]), bytes: 5_000_000 }],
    ["create table", { ...table([], []), kind: "CREATE_TABLE" }],
  ];
  const answer = (text: string) =>
    [...special, ...usual].find(([part]) => text.includes(part))?.[1] ?? table(["a"], [["1"]]);
  const { server, jobs, state } = await bigQueryServer(answer, 0);
  state.datasets.push({ id: "assay", location: "europe-west3" });
  opened.push(server);
  const run = (own: PlainSettings = all) => examined("bigquery", own, { google: server.origin });
  return { server, jobs, state, run };
}

test("goes through every step, and writes nothing but in the staging dataset", async () => {
  const { run, jobs } = await start();
  const { steps, states } = await run();
  expect(states.filter((each) => !each.endsWith(": passed"))).toEqual([]);
  expect(steps.map(({ sentence }) => sentence)).toEqual([
    `Everything is there. The key is the one of ${email}.`,
    expect.stringMatching(/^127\.0\.0\.1:\d+, without TLS\.$/),
    "It agrees with Google's within 1 s.",
    `${email}.`,
    "Jobs may be run in my-project-123.",
    "One dataset is seen, in europe-west3.",
    "One row of shop.events was read.",
    "A table was made in assay, filled, read and dropped.",
    "It may not write to shop.events.",
    "A statement that would read more than its limit is refused before it reads.",
    expect.stringMatching(/^A long statement was stopped within 0\.\d s\.$/),
  ]);
  const texts = [...jobs.values()].map(({ text }) => text.replace(/assay_doctor_\w+/, "t"));
  expect(texts.filter((text) => /^(create|insert|drop)/.test(text))).toEqual([
    "create table `my-project-123`.`assay`.`t` (a int64) options (expiration_timestamp = timestamp_add(current_timestamp(), interval 1 hour))",
    "insert into `my-project-123`.`assay`.`t` values (1)",
    "drop table `my-project-123`.`assay`.`t`",
  ]);
  expect([...jobs.values()].at(-1)?.isCancelled).toBe(true);
});

test("a key file without its key fails in the form, by its field", async () => {
  const { run, server } = await start();
  const cut = JSON.stringify({
    ...JSON.parse(keyFile),
    private_key: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
  });
  expect((await run({ ...all, privateKey: cut })).failed).toMatchObject({
    name: "Form",
    field: "privateKey",
    code: "BAD_KEY",
  });
  expect(server.sent).toEqual([]);
});

test("a key that was deleted, and a clock that is off, are told apart, and nothing of the key is told", async () => {
  const { run, server } = await start();
  const stranger = keyFile.replace("assay@", "stranger@");
  const { failed, told } = await run({ ...all, privateKey: stranger });
  expect(failed).toMatchObject({
    name: "Sign-in",
    field: "privateKey",
    sentence: "The key was deleted or replaced: make a new one. The clocks agree.",
  });
  expect(told).not.toContain("eyJ");
  expect(told).not.toContain(keyFile.slice(120, 160));
  server.ahead = -120;
  const late = await run();
  expect(late.step("Clock")).toMatchObject({ state: "warned" });
  expect(late.failed).toMatchObject({
    name: "Sign-in",
    sentence: expect.stringMatching(
      /^Google refused the time in our signature\. This server's clock differs from Google's by (119|12[01]) s: it is ahead\.$/,
    ),
  });
});

test("shows words that nobody knows as they are, without a line of the key", async () => {
  const { run, server } = await start();
  const line = keyFile.split("\\n")[1] ?? "";
  server.faults.push((sent) =>
    sent.path.endsWith("/jobs") ? refusal(418, "new", `Something new about ${line}`) : undefined,
  );
  const { failed, told } = await run();
  expect(failed).toMatchObject({
    code: "new",
    said: "Something new about •••",
    sentence: "The engine refused this. These are its words.",
  });
  expect(line.length).toBeGreaterThan(60);
  expect(told).not.toContain(line);
});

test("names the missing right to run jobs, and the location that differs", async () => {
  const message =
    "Access Denied: Project my-project-123: User does not have bigquery.jobs.create permission in project my-project-123.";
  const noJobs = await start(["session_user", { reason: "accessDenied", message, status: 403 }]);
  expect((await noJobs.run()).failed).toMatchObject({
    name: "Compute",
    field: "project",
    who: "warehouse admin",
    sentence:
      "The service account may not run jobs in my-project-123: give it the role BigQuery Job User there.",
  });
  const elsewhere = await start();
  elsewhere.state.datasets.splice(1, 1, { id: "assay", location: "US" });
  expect((await elsewhere.run()).failed).toMatchObject({
    name: "Catalog",
    field: "stagingDataset",
    sentence: expect.stringMatching(/^Dataset assay lies in US, the data in europe-west3\./),
  });
  const none = await start();
  none.state.datasets.splice(1, 1);
  expect((await none.run()).failed).toMatchObject({ name: "Catalog", field: "stagingDataset" });
});

test("names what may not be read, and rights that go too far without trying them", async () => {
  const shut = await start();
  shut.server.faults.push((sent) =>
    sent.path.endsWith("/data")
      ? refusal(
          403,
          "accessDenied",
          "Access Denied: Table my-project-123:shop.events: Permission bigquery.tables.getData denied",
        )
      : undefined,
  );
  expect((await shut.run()).failed).toMatchObject({
    name: "Read tables",
    sentence:
      "The service account may not read table my-project-123:shop.events: give it the role BigQuery Data Viewer on the dataset.",
  });
  const wide = await start();
  wide.state.rights.push("bigquery.tables.updateData");
  const found = (await wide.run()).step("Too many rights");
  expect(found).toMatchObject({ state: "warned", who: "warehouse admin" });
  expect(found?.sentence).toContain(
    `bigquery.tables.updateData on shop.events. This takes it away, unless it comes from the project: revoke \`roles/bigquery.dataEditor\` on schema \`my-project-123\`.\`shop\` from "serviceAccount:${email}";`,
  );
  const reading = [...wide.jobs.values()].filter(({ text }) => text.includes("events"));
  expect(reading.every(({ text }) => text.startsWith("select"))).toBe(true);
});

test("reads stored sources by a dry run alone, since a limit saves nothing there", async () => {
  const { server, jobs } = await start([
    "from nowhere",
    {
      reason: "notFound",
      message: "Not found: Table my-project-123:shop.nowhere was not found in location EU",
      status: 404,
    },
  ]);
  const sources = [
    { name: "exposures", sql: "select * from shop.events" },
    { name: "orders", sql: "select * from nowhere" },
  ];
  const { step } = await examined("bigquery", all, { google: server.origin }, sources);
  expect(step("Read sources")).toMatchObject({
    state: "warned",
    sentence: "1 of 2 sources cannot be read. orders: There is no table my-project-123:shop.nowhere.",
  });
  expect([...jobs.values()].some(({ text }) => text.includes(") s limit 0"))).toBe(false);
});
