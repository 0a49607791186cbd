// The loads section of an experiment, against a real warehouse.
import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import { connectShop, measuredShop } from "#service/experiments/loads/measured-shop.test-support.ts";

let postgres: Awaited<ReturnType<typeof openPrivatePostgres>>;
beforeAll(async () => {
  if (hasPostgres) postgres = await openPrivatePostgres();
});
afterAll(() => postgres?.close());

/** Runs a load and waits until it has ended. */
async function loaded({ request }: Awaited<ReturnType<typeof measuredShop>>) {
  const path = "/console/v1/experiments/checkout/load_pulse";
  await request("POST", path, { body: {} });
  await waitFor(async () =>
    expect(Object((await request("GET", path)).body.data)).toMatchObject({ running: null }),
  );
}

const page = async ({ limits = {}, key = "write", settings = {}, isLoaded = false } = {}) => {
  const service = await measuredShop(postgres, { change: { assignmentSourceName: "exposures" } });
  await connectShop(service, postgres.settings, limits);
  await service.request("PATCH", "/console/v1/wh_connections", { body: { postgres: settings } });
  if (isLoaded) await loaded(service);
  const view = await consoleAt("/demo/experiments/checkout", { service, key });
  const loads = () => view.findByRole("region", { name: "Loads from the warehouse" });
  return { ...view, loads };
};
type View = Awaited<ReturnType<typeof page>>;

async function load(view: View) {
  const loads = await view.loads();
  await view.user.click(await within(loads).findByRole("button", { name: /Load now/ }));
  const everything = await within(loads).findByRole("button", { name: "Load everything" });
  await waitFor(() => expect(everything.getAttribute("aria-disabled")).toBeNull());
  await view.user.click(everything);
}

describe.skipIf(!hasPostgres)("the loads of an experiment", () => {
  test("before the first load the page says what to do; afterwards how fresh the numbers are and what they cost", async () => {
    const view = await page();
    expect(await view.findByRole("heading", { name: "No results are loaded yet." })).toBeTruthy();
    await load(view);
    const loads = await view.loads();
    await within(loads).findByText(/PostgreSQL up to/);
    // The outcome replaces the progress in place, so that nothing below moves.
    await within(loads).findByText(/The numbers below are those of this load\./);
    await view.user.click(within(loads).getByRole("button", { name: "Close" }));
    expect(within(loads).queryByText(/The numbers below are those of this load\./)).toBeNull();
    expect(loads.textContent).toMatch(/bytes not told by the engine, [\d.]+\u00a0s, 6 statements/);
    expect(await view.findByRole("table", { name: /Change of each metric/ })).toBeTruthy();
    await view.user.click(within(loads).getByRole("button", { name: "History and schedule" }));
    await view.user.click(await within(loads).findByRole("button", { name: "Statements of load 1" }));
    expect((await within(loads).findByLabelText("SQL of statement 1")).textContent).toMatch(/^select /);
    expect(loads.textContent).toContain("assay checkout load 1");
  });

  test("what would read more than the limit is refused in words before it begins", async () => {
    const view = await page({ limits: { bytesPerStatement: 1000 } });
    const loads = await view.loads();
    await view.user.click(await within(loads).findByRole("button", { name: /Load now/ }));
    await within(loads).findByText(/^This would read about .* the limit is 1 kB\./);
    const everything = within(loads).getByRole("button", { name: "Load everything" });
    expect(everything.getAttribute("aria-disabled")).toBe("true");
  });

  test("a load that failed is told on the page, in its history and on home", async () => {
    const view = await page({ settings: { port: 1 }, isLoaded: true });
    const loads = await view.loads();
    await within(loads).findByText(/^The last load failed/);
    expect(loads.textContent).toContain("Nothing listens at this port of the host.");
    await view.router.navigate({ to: "/$company", params: { company: "demo" } });
    const broken = await view.findByRole("region", { name: "Broken" });
    expect((await within(broken).findByText(/Load failed/)).parentElement?.textContent).toContain(
      "There are no results yet.",
    );
    expect((await view.findAllByText("PostgreSQL could not be reached")).length).toBeGreaterThan(0);
  });

  test("an hour of each day is chosen in a list and stored with the experiment", async () => {
    const view = await page();
    const loads = await view.loads();
    await view.user.click(await within(loads).findByRole("button", { name: "History and schedule" }));
    await view.user.click(await within(loads).findByRole("combobox", { name: /Load/ }));
    await view.user.click(await view.findByRole("option", { name: "Each day at 06:00 UTC" }));
    await waitFor(async () =>
      expect(
        Object((await view.service.request("GET", "/console/v1/experiments/checkout")).body.data),
      ).toMatchObject({ scheduledReloadHour: 6, scheduledReloadType: "full" }),
    );
  });

  test("a key that may only read sees all, and loads nothing", async () => {
    const view = await page({ key: "read" });
    const button = await within(await view.loads()).findByRole("button", { name: /Load now/ });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});
