import { generateKeyPairSync } from "node:crypto";
import { fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";

const stored = {
  snowflake: { accountName: "havn", serviceUserName: "assay", serviceUserPassword: "hunter2-hunter2" },
};

/** Opens the page and records every request body that is sent. */
async function warehouse(path = "/demo/warehouse?provider=snowflake", options: ConsoleOptions = {}) {
  const sent: unknown[] = [];
  const view = await consoleAt(path, {
    fill: (service) => service.request("PATCH", "/console/v1/wh_connections", { body: stored }),
    intercept: async (request) => {
      if (request.method === "PATCH") sent.push(await request.clone().json());
      return undefined;
    },
    ...options,
  });
  const choose = async (setting: string, choice: string) => {
    const group = await view.findByRole("group", { name: setting });
    await view.user.click(within(group).getByRole("button", { name: choice }));
  };
  return { ...view, sent, choose };
}

test("fills in what is stored, and never a secret", async () => {
  const view = await warehouse();
  expect(await view.findByDisplayValue("havn")).toBeTruthy();
  expect(view.getByText("The stored password stays as it is")).toBeTruthy();
  expect(view.getByText("No private key is stored")).toBeTruthy();
  expect(document.body.innerHTML).not.toContain("hunter2");
  expect(view.getByRole("textbox", { name: "Account name", description: /Snowsight: /u })).toBeTruthy();
  expect(view.getByText(/^Does not hold: Snowflake does not tell what statements read/)).toBeTruthy();
});

test("shows what will be sent with secrets masked, then sends only what was touched", async () => {
  const view = await warehouse();
  const user = await view.findByRole("textbox", { name: "Service user" });
  await view.user.clear(user);
  await view.user.type(user, "console");
  await view.choose("Password", "Replace");
  await view.user.type(view.getByLabelText("New password"), "next-secret-1");
  const preview = view.getByRole("complementary", { name: "What will be sent" });
  expect(preview.textContent).toContain('"serviceUserName": "console"');
  expect(preview.textContent).toContain('"serviceUserPassword"');
  expect(preview.textContent).not.toContain("next-secret-1");
  await view.user.click(view.getByRole("button", { name: "Save Snowflake settings" }));
  expect(await view.findByText("Snowflake: 2 settings saved")).toBeTruthy();
  expect(view.sent).toEqual([
    { snowflake: { serviceUserName: "console", serviceUserPassword: "next-secret-1" } },
  ]);
  expect(`${localStorage.length}${JSON.stringify(sessionStorage)}`).not.toContain("next-secret-1");
});

test("a private key keeps its lines, also while it is hidden", async () => {
  const view = await warehouse();
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  await view.choose("Private key", "Set");
  await view.user.click(view.getByLabelText("New private key"));
  await view.user.paste(key);
  await view.user.click(view.getByRole("button", { name: "Save Snowflake settings" }));
  await view.findByText("Snowflake: 1 setting saved");
  expect(view.sent).toEqual([{ snowflake: { privateKey: key } }]);
});

test("the last save is undone after a reload, for what is not secret, and says what comes back", async () => {
  const first = await warehouse();
  const account = await first.findByRole("textbox", { name: "Account name" });
  await first.user.clear(account);
  await first.user.type(account, "wrong");
  await first.choose("Password", "Clear");
  await first.user.click(first.getByRole("button", { name: "Save Snowflake settings" }));
  await first.findByText("Snowflake: 2 settings saved");
  first.unmount();
  const view = await warehouse(undefined, { service: first.service });
  const undo = within(await view.findByRole("region", { name: "To undo" }));
  expect(undo.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "Account name becomes havn",
  ]);
  expect(undo.getByText("Secrets stay as they are now: a former secret is not kept.")).toBeTruthy();
  await view.user.click(undo.getByRole("button", { name: "Undo the last save" }));
  expect(await view.findByText("Snowflake: the former settings are back")).toBeTruthy();
  expect(await view.findByDisplayValue("havn")).toBeTruthy();
  expect(view.getByText("No password is stored")).toBeTruthy();
  expect(await undo.findByText("wrong")).toBeTruthy();
});

test("clears a stored secret, and offers to clear none that is not stored", async () => {
  const view = await warehouse();
  const unset = await view.findByRole("group", { name: "Private key" });
  expect(within(unset).queryByRole("button", { name: "Clear" })).toBeNull();
  await view.choose("Password", "Clear");
  expect(view.getByText("The stored password will be removed")).toBeTruthy();
});

test("what the service refuses stands at its field, and what was typed stays", async () => {
  const view = await warehouse(undefined, {
    intercept: (request) =>
      request.method === "PATCH" && request.headers.get("x-test") === null
        ? Response.json(
            {
              status: 400,
              message: "Bad Request Exception",
              errors: [{ property: "snowflake.accountName", errorMessage: "No such account" }],
            },
            { status: 400 },
          )
        : undefined,
    fill: async () => undefined,
  });
  const account = await view.findByRole("textbox", { name: "Account name" });
  await view.user.type(account, "nowhere");
  await view.user.click(view.getByRole("button", { name: "Save Snowflake settings" }));
  expect(
    (await view.findByRole("textbox", { name: "Account name", description: /No such account/ })).getAttribute(
      "aria-invalid",
    ),
  ).toBe("true");
  expect(view.getByDisplayValue("nowhere")).toBeTruthy();
});

test("leaving with changes asks, since secrets are never stored in the browser", async () => {
  const view = await warehouse();
  await view.choose("Password", "Replace");
  await view.user.type(view.getByLabelText("New password"), "hunter2");
  await view.user.click(view.getByRole("link", { name: "Gates" }));
  const question = await view.findByRole("alertdialog", {
    name: "Leave without saving the Snowflake settings",
  });
  await view.user.click(within(question).getByRole("button", { name: "Leave and lose them" }));
  expect(await view.findByRole("heading", { name: "Gates", level: 1 })).toBeTruthy();
});

test("with a key that can only read, saving says why it is not possible", async () => {
  const view = await warehouse(undefined, { key: "read" });
  await view.user.type(await view.findByRole("textbox", { name: "Account name" }), "x");
  const save = view.getByRole("button", { name: "Save Snowflake settings" });
  expect(save.getAttribute("aria-disabled")).toBe("true");
  expect(save.getAttribute("aria-describedby")).toBeTruthy();
});

test("the doctor tests what is typed, leads to the field that failed, and stores nothing; the scripts follow the form", async () => {
  const view = await warehouse("/demo/warehouse?provider=trino");
  await view.user.type(await view.findByRole("textbox", { name: "Host" }), "trino.example");
  await view.user.type(view.getByRole("textbox", { name: "Catalog" }), "lake");
  expect(view.getByLabelText("Grant script").textContent).toContain("grant select on lake.shop.events");
  await view.user.click(view.getByRole("button", { name: "Test" }));
  const doctor = within(view.getByRole("region", { name: "Doctor" }));
  expect(await doctor.findByText("Not reached")).toBeTruthy();
  const user = view.getByRole("textbox", { name: "User name", description: "User name is missing." });
  await view.user.click(doctor.getByRole("link", { name: "User name" }));
  expect(document.activeElement).toBe(user);
  expect(view.getByText("Statements would fail at Form")).toBeTruthy();
  expect(view.sent).toEqual([]);
  const limit = view.getByRole("textbox", { name: "A statement reads" });
  await view.user.clear(limit);
  await view.user.type(limit, "50");
  await view.user.click(view.getByRole("button", { name: "Save Trino settings" }));
  await view.findByText("Trino: 3 settings saved");
  expect(view.sent.at(-1)).toEqual({
    trino: { host: "trino.example", catalog: "lake" },
    limits: { bytesPerStatement: 50e9 },
  });
  await view.user.click(view.getByRole("button", { name: "Use Trino" }));
  expect(await view.findByText("Trino in use")).toBeTruthy();
});

test("a warehouse without stored settings cannot be put in use", async () => {
  const view = await warehouse("/demo/warehouse?provider=trino");
  await view.user.type(await view.findByRole("textbox", { name: "Host" }), "trino.example");
  const use = view.getByRole("button", { name: "Use Trino", description: "Save its settings first." });
  await view.user.click(use);
  expect(view.sent).toEqual([]);
  await view.user.click(view.getByRole("button", { name: "Save Trino settings" }));
  await view.findByText("Trino: 1 setting saved");
  await view.user.click(view.getByRole("button", { name: "Use Trino" }));
  expect(await view.findByText("Trino in use")).toBeTruthy();
  expect(view.sent.at(-1)).toEqual({ active: "trino" });
});

test("the grants are filled with the tables of the sources of the warehouse in use", async () => {
  const view = await warehouse(undefined, {
    fill: async (service) => {
      const source = {
        name: "Orders",
        sourceType: "table",
        tableName: "SHOP.RAW.ORDERS",
        timestampColumn: "AT",
      };
      const idTypeMapping = [{ statsigUnitID: "userID", column: "USER_ID" }];
      await service.request("POST", "/console/v1/metrics/metric_source", {
        body: { ...source, idTypeMapping },
      });
      const text = { name: "Returns", sql: "select * from SHOP.RAW.RETURNS", timestampColumn: "AT" };
      await service.request("POST", "/console/v1/metrics/metric_source", {
        body: { ...text, idTypeMapping },
      });
      // The warehouse is put in use only after the source is saved; otherwise the source's columns would be queried there.
      await service.request("PATCH", "/console/v1/wh_connections", { body: { active: "snowflake" } });
    },
  });
  const script = await view.findByLabelText("Grant script");
  expect(script.textContent).toContain("grant select on table SHOP.RAW.ORDERS to role ASSAY_ROLE;");
  expect(script.textContent).not.toContain("one line for each table");
  expect(view.getByText(/Grant also the tables that the SQL of 1 source names/)).toBeTruthy();
});

test("the form is there before the sources are read, and the script once they are", async () => {
  let answer = () => {};
  const reading = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  const view = await warehouse(undefined, {
    fill: async (service) => {
      await service.request("PATCH", "/console/v1/wh_connections", {
        body: { ...stored, active: "snowflake" },
      });
    },
    intercept: (request) => (request.url.includes("/metric_source/list") ? reading : undefined),
  });
  expect(await view.findByDisplayValue("havn")).toBeTruthy();
  const grants = within(view.getByRole("region", { name: "Grants" }));
  expect(grants.getByRole("status", { name: "Loading the tables of the sources" })).toBeTruthy();
  expect(grants.queryByRole("button", { name: "Copy script" })).toBeNull();
  answer();
  expect((await grants.findByLabelText("Grant script")).closest("[inert]")).toBeNull();
  await grants.findByRole("button", { name: "Copy script" });
});

test("sources that cannot be read are told at the script, and read again there", async () => {
  let isAway = true;
  const view = await warehouse(undefined, {
    fill: (service) =>
      service.request("PATCH", "/console/v1/wh_connections", { body: { ...stored, active: "snowflake" } }),
    intercept: (request) =>
      isAway && request.url.includes("/metric_source/list")
        ? Response.json({ status: 403, message: "Not for this key" }, { status: 403 })
        : undefined,
  });
  expect(await view.findByDisplayValue("havn")).toBeTruthy();
  const grants = within(view.getByRole("region", { name: "Grants" }));
  expect(await grants.findByText("The sources could not be read")).toBeTruthy();
  expect(grants.getByLabelText("Grant script")).toBeTruthy();
  isAway = false;
  await view.user.click(grants.getByRole("button", { name: "Retry" }));
  await expect.poll(() => grants.queryByText("The sources could not be read")).toBeNull();
});

/** A mock of a finished connection test. */
const finished = (steps: readonly object[]) => ({
  message: "Done.",
  data: { id: "one", provider: "snowflake", isFinished: true, startedTime: 1, ms: 1, steps },
});

test("a failed step leads to its lines of the grant script, whichever script is in view", async () => {
  const step = { name: "Compute", state: "failed", who: "warehouse admin", sentence: "No usage." };
  const view = await warehouse(undefined, {
    intercept: (request) =>
      request.url.includes("/wh_connections/checks") ? Response.json(finished([step])) : undefined,
  });
  await view.choose("Script", "Revoke");
  expect(view.getByLabelText("Revoke script")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Test" }));
  await view.user.click(await view.findByRole("link", { name: /of the grants$/ }));
  const script = view.getByLabelText("Grant script");
  expect(document.activeElement).toBe(script);
  expect(script.querySelector("[data-marked]")?.textContent).toContain("grant usage on warehouse");
});

test("a field keeps what was saved while the settings are read again, and what is typed meanwhile", async () => {
  let isSaved = false;
  let answer = () => {};
  const reading = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  const view = await warehouse(undefined, {
    intercept: (request) => {
      if (!request.url.endsWith("/wh_connections")) return undefined;
      if (request.method === "PATCH") isSaved = true;
      return isSaved && request.method === "GET" ? reading : undefined;
    },
  });
  const user = await view.findByRole("textbox", { name: "Service user" });
  await view.user.clear(user);
  await view.user.type(user, "console");
  await view.user.click(view.getByRole("button", { name: "Save Snowflake settings" }));
  await expect.poll(() => isSaved).toBe(true);
  await view.user.type(view.getByRole("textbox", { name: "Account name" }), "-next");
  expect(view.getByDisplayValue("console")).toBeTruthy();
  answer();
  expect(await view.findByText("Snowflake: 1 setting saved")).toBeTruthy();
  expect(view.getByDisplayValue("console")).toBeTruthy();
  expect(view.getByDisplayValue("havn-next")).toBeTruthy();
  expect(view.getByText("1 setting will change")).toBeTruthy();
});

test("a key file that is dropped on a field that is not open replaces the secret, and the history tells it by fingerprint", async () => {
  const view = await warehouse();
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  const field = await view.findByRole("group", { name: "Private key" });
  fireEvent.drop(field, { dataTransfer: { files: [new File([key], "key.p8")] } });
  expect(await view.findByLabelText("New private key")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Save Snowflake settings" }));
  await view.findByText("Snowflake: 1 setting saved");
  expect(view.sent).toEqual([{ snowflake: { privateKey: key } }]);
  const history = within(await view.findByRole("region", { name: "History" }));
  const told = await history.findAllByText(/^SHA256:/);
  expect(told[0]?.parentElement?.textContent).toMatch(/^Private key is now SHA256:/);
  expect(await view.findAllByText(told[0]?.textContent ?? "")).toHaveLength(2);
  expect(document.body.innerHTML).not.toContain("hunter2");
});

test("says when the schedule loads next, and what that read the last time", async () => {
  const view = await warehouse(undefined, {
    fill: async (service) => {
      await service.request("POST", "/console/v1/experiments", { body: { name: "Checkout" } });
      const { database } = service;
      const next = "insert into pulse_schedule (experiment_id, hour, next_time) values ('checkout', 6, $1)";
      await database.query(next, [Date.UTC(2026, 10, 28, 6)]);
      await database.query(
        `insert into pulse_load (experiment_id, number, created_time, finished_time, finished_state, owner, alive_time, document)
         values ('checkout', 1, 1, 2, 'success', '', 1, '{"refresh": "full", "startedBy": "Schedule"}'::jsonb)`,
      );
      await database.query(
        `insert into pulse_statement (experiment_id, load_number, number, provider, engine_id, started_time, ms, bytes, cached, sql)
         values ('checkout', 1, 1, 'bigquery', 'job', 1, 300000, 39000000000, false, 'select 1')`,
      );
    },
  });
  const loads = within(await view.findByRole("region", { name: "Loads" }));
  expect(loads.getByText(/^Next:/).textContent).toMatch(
    /^Next: Nov 28, 2026.*, 1 experiment, reads about 39\sGB, in about 300\ss$/,
  );
  // The rows are rendered again with each character that is typed above them.
  await view.user.type(view.getByRole("textbox", { name: "Account name" }), "havn");
  expect(loads.getByRole("link", { name: "Checkout" })).toBeTruthy();
  expect(loads.getByText("Full, Schedule")).toBeTruthy();
});

test("a wrong setting is told when its field is left, and no longer once it is corrected", async () => {
  const view = await warehouse();
  const account = await view.findByRole("textbox", { name: "Account name" });
  await view.user.clear(account);
  await view.user.type(account, "https://havn.snowflakecomputing.com");
  expect(account.getAttribute("aria-invalid")).toBeNull();
  await view.user.tab();
  expect(account.getAttribute("aria-invalid")).toBe("true");
  expect(view.getByText(/^Expected the account name alone/)).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Save Snowflake settings" }));
  expect(within(await view.findByRole("alert")).getByRole("link", { name: "Account name" })).toBeTruthy();
  expect(view.sent).toEqual([]);
  await view.user.clear(account);
  await view.user.type(account, "havn-eu1");
  expect(account.getAttribute("aria-invalid")).toBeNull();
  expect(view.getByRole("alert").textContent).toContain("Changed since then.");
  await view.user.click(view.getByRole("button", { name: "Save Snowflake settings" }));
  await view.findByText("Snowflake: 1 setting saved");
  expect(view.queryByRole("alert")).toBeNull();
});

test("what a test found is marked as older once the form changes, until it is tested again", async () => {
  const view = await warehouse("/demo/warehouse?provider=trino");
  await view.user.type(await view.findByRole("textbox", { name: "Host" }), "trino.example");
  await view.user.click(view.getByRole("button", { name: "Test" }));
  expect(await view.findByText("Statements would fail at Form")).toBeTruthy();
  const user = view.getByRole("textbox", { name: "User name" });
  expect(user.getAttribute("aria-invalid")).toBe("true");
  await view.user.type(user, "assay");
  expect(user.getAttribute("aria-invalid")).toBeNull();
  expect(view.getByText("before the last change of the form")).toBeTruthy();
  expect(view.getByText("Changed since the test")).toBeTruthy();
  await view.user.clear(user);
  expect(user.getAttribute("aria-invalid")).toBe("true");
  expect(view.getByText("Statements would fail at Form")).toBeTruthy();
});

test("the sources of all kinds stand below the settings, with the next step to a first result", async () => {
  const view = await warehouse(undefined, {
    fill: async (service) => {
      const send = (method: string, path: string, body: object) =>
        service.request(method, `/console/v1/${path}`, { body });
      const idTypeMapping = [{ statsigUnitID: "userID", column: "USER_ID" }];
      const read = { sourceType: "table", timestampColumn: "AT", idTypeMapping };
      await send("POST", "metrics/metric_source", { ...read, name: "Orders", tableName: "SHOP.RAW.ORDERS" });
      await send("POST", "experiments/entity_properties", {
        ...read,
        name: "Customers",
        tableName: "SHOP.CRM.CUSTOMERS",
      });
      await send("PATCH", "wh_connections", { ...stored, active: "snowflake" });
    },
  });
  const sources = within(await view.findByRole("region", { name: "Sources" }));
  expect(await sources.findByRole("link", { name: "Orders" })).toBeTruthy();
  expect(sources.getByRole("link", { name: "Customers" })).toBeTruthy();
  expect(sources.getByText("SHOP.RAW.ORDERS")).toBeTruthy();
  expect(sources.getAllByText("userID")).toHaveLength(2);
  await sources.findByRole("link", { name: "add an assignment source" });
  await view.user.click(sources.getByRole("button", { name: "Add source" }));
  await view.user.click(await view.findByRole("menuitem", { name: "Assignment source" }));
  expect(await view.findByRole("heading", { name: "New assignment source", level: 1 })).toBeTruthy();
});
