// A warehouse from its settings to results and events, by keyboard alone; each page is checked with axe and at the width of a
// phone.
import type { Locator, Page } from "@playwright/test";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import { expect, expectAccessible, test, type Service } from "./fixtures.ts";

type Postgres = Awaited<ReturnType<typeof openPrivatePostgres>>;

const fill = (postgres: Postgres) =>
  postgres.run(`
    create table exposures as select 'delivery_promise' as experiment, 'u' || i as user_id, now() - interval '3 days' as ts,
      (array['no_promise', 'range_of_days', 'named_day'])[1 + i % 3] as variant, 'SE' as country, 'web' as platform from generate_series(1, 300) i;
    create table events as select name as event, 'u' || i as user_id, now() - interval '3 hours' as ts, i::float8 as amount
      from generate_series(1, 300) i, unnest(array['added_to_basket', 'checkout_completed', 'support_contacted']) name;`);

/** Restores the state of the demo that the other journeys expect. */
async function putBack(service: Service) {
  await service.call("PATCH", "/experiments/delivery_promise", { assignmentSourceName: null });
  await service.call("DELETE", "/experiments/assignment_source/Exposures");
  await service.call("DELETE", "/metrics/metric_source/Shop%20events");
  await service.call("DELETE", "/experiments/entity_property/Countries");
  await service.call("PATCH", "/wh_connections", { active: null });
}

/** Presses Tab until the target has the focus, like a user without a pointer. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeAttached();
  for (let step = 0; step < 120; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${String(target)}`);
}

/** Types SQL into the code editor, which Tab leaves. */
async function writeSql(page: Page, text: string) {
  await press(page, "SQL");
  await page.locator(".monaco-editor").waitFor();
  const editor = page.getByRole("textbox", { name: "SQL" });
  await tabTo(page, editor);
  await page.keyboard.type(text);
  await page.keyboard.press("Tab");
  await expect(editor).not.toBeFocused();
}

async function press(page: Page, name: string | RegExp) {
  await tabTo(page, page.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

async function write(page: Page, name: string, text: string) {
  await tabTo(page, page.getByRole("textbox", { name, exact: true }));
  await page.keyboard.type(text);
}

const onDesk = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

/** Expects the page to be accessible and to fit on a phone; the viewport stays at the phone's size. */
async function expectUsable(page: Page) {
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

test.skip(!hasPostgres, "There is no PostgreSQL.");

let postgres: Postgres;
test.beforeAll(async () => {
  postgres = await openPrivatePostgres();
  await fill(postgres);
});
test.afterAll(async ({ service }) => {
  await putBack(service);
  await postgres.close();
});

test("a warehouse is connected and tested, its events are found, and results come from it, without a pointer", async ({
  signedIn: page,
  service,
}) => {
  test.slow();
  const { host, port, database, username } = postgres.settings;
  await test.step("settings", async () => {
    await page.goto(`${service.url}/demo/warehouse?provider=postgres`);
    await write(page, "Host", host);
    await write(page, "Port", String(port));
    await write(page, "Database", `${database}_old`);
    await tabTo(page, page.getByRole("switch", { name: /^Connect by TLS/ }));
    await page.keyboard.press("Space");
    await write(page, "User name", username);
    await press(page, "Test");
    await expect(page.getByRole("button", { name: "Statements would fail at Sign-in" })).toBeVisible();
    await expectUsable(page);
    await onDesk(page);
    await tabTo(page, page.getByRole("link", { name: "Database", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Database" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(database);
    await press(page, "Test again");
    // Testing all steps may take a minute.
    await expect(page.getByRole("button", { name: /^(Tested, with|All steps)/ })).toBeVisible({
      timeout: 60_000,
    });
    // The form reads more than the settings, and the last part to arrive must not move anything.
    await page.route("**/metrics/metric_source/list*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await press(page, "Save PostgreSQL settings");
    await expect(page.getByText("PostgreSQL: 5 settings saved")).toBeVisible();
    await press(page, "Use PostgreSQL");
    await expect(page.getByText("PostgreSQL in use")).toBeVisible();
  });

  await test.step("a metric source", async () => {
    await page.goto(`${service.url}/demo/metric_sources/new`);
    await write(page, "Name", "Shop events");
    await tabTo(page, page.getByRole("combobox", { name: "Table" }));
    await page.keyboard.type("events");
    await page
      .getByRole("option", { name: /events/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await press(page, "Preview");
    await expect(page.getByText("900 rows of 300 units in seven days.")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Event name" })).toHaveValue("event");
    await expectUsable(page);
    await onDesk(page);
    await press(page, "Create the metric source");
    await expect(page.getByRole("heading", { level: 1, name: "Shop events" })).toBeVisible();
  });

  await test.step("an assignment source and an entity property source, from SQL", async () => {
    await page.goto(`${service.url}/demo/assignment_sources/new`);
    await write(page, "Name", "Exposures");
    await writeSql(page, "select * from exposures");
    await press(page, "Preview");
    await expect(page.getByRole("combobox", { name: "Experiment" })).toHaveValue("experiment");
    await expect(page.getByRole("combobox", { name: "Group" })).toHaveValue("variant");
    await expectUsable(page);
    await onDesk(page);
    await press(page, "Create the assignment source");
    await expect(page.getByRole("heading", { level: 1, name: "Exposures" })).toBeVisible();
    await page.goto(`${service.url}/demo/entity_properties/new`);
    await write(page, "Name", "Countries");
    await writeSql(page, "select user_id, country from exposures");
    await press(page, "Preview");
    await expect(page.getByRole("combobox", { name: "Column of userID" })).toHaveValue("user_id");
    await press(page, "Create the entity property source");
    await expect(page.getByRole("heading", { level: 1, name: "Countries" })).toBeVisible();
  });

  await service.call("PATCH", "/experiments/delivery_promise", { assignmentSourceName: "Exposures" });
  await service.call("POST", "/experiments/delivery_promise/load_pulse", { refresh: "full" });
  await test.step("sources", async () => {
    await page.goto(`${service.url}/demo/assignment_sources`);
    await expect(page.getByRole("link", { name: "Exposures", exact: true })).toBeVisible();
    await expectUsable(page);
    await onDesk(page);
  });

  await test.step("results", async () => {
    const running = async () =>
      JSON.stringify(await service.call("GET", "/experiments/delivery_promise/load_pulse"));
    await expect.poll(running, { timeout: 60_000 }).toContain('"running":null');
    await page.goto(`${service.url}/demo/experiments/delivery_promise`);
    await expect(page.getByText(/^PostgreSQL up to/)).toBeVisible();
    await press(page, /^Load now/);
    await expect(page.getByText(/^About .* would be read in /)).toBeVisible();
    await expectUsable(page);
    await onDesk(page);
    await press(page, /^Load everything/);
    await expect(page.getByText(/The numbers below are those of this load\./)).toBeVisible({
      timeout: 60_000,
    });
    await press(page, "History and schedule");
    await press(page, "Statements of load 1");
    await expectUsable(page);
    await onDesk(page);
  });

  await test.step("events of a name", async () => {
    await page.goto(`${service.url}/demo/events/checkout_completed`);
    await press(page, "In the warehouse");
    await expect(page.getByText(/^300/).first()).toBeVisible();
    await expect(page.getByRole("table", { name: /in the warehouse$/ })).toBeVisible();
    await expectUsable(page);
  });
});
