import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Experiment } from "#contract/experiment.ts";
import { type ConsoleOptions, consoleAt } from "#testing/console-at.tsx";
import { serviceWithExperiment, type StoredExperiment, usualLog } from "#testing/stored-experiments.ts";

const page = async (
  stored: StoredExperiment = {},
  search = "",
  options: Omit<ConsoleOptions, "service"> = {},
) =>
  consoleAt(`/demo/experiments/form${search}`, { ...options, service: await serviceWithExperiment(stored) });
type View = Awaited<ReturnType<typeof page>>;

const setup = { status: "setup", startTime: null };
/** Groups with the same parameter names, which the start requires. */
const groups = ["Old", "New"].map((name) => ({
  id: name.toLowerCase(),
  name,
  size: 50,
  parameterValues: { fields: name === "Old" ? 9 : 4 },
}));

async function stored({ service }: View): Promise<Experiment> {
  const { body } = await service.request("GET", "/console/v1/experiments/form");
  return Experiment.parse(body.data);
}

const dialogOf = async (view: View) => within(await view.findByRole("alertdialog"));

const choose = async (view: View, item: string) => {
  await view.user.click(await view.findByRole("button", { name: "More actions" }));
  await view.user.click(await view.findByRole("menuitem", { name: item }));
  return dialogOf(view);
};

const itemsOf = async (view: View) => {
  await view.user.click(await view.findByRole("button", { name: "More actions" }));
  return (await view.findAllByRole("menuitem")).map(({ textContent }) => textContent);
};

test("an experiment in setup is started: the dialog says what each group gets, and the service checks first", async () => {
  const view = await page({ experiment: { ...setup, groups }, log: {} });
  await view.user.click(await view.findByRole("button", { name: "Review start" }));
  const dialog = await dialogOf(view);
  const [old] = within(dialog.getByRole("list", { name: "Groups" })).getAllByRole("listitem");
  expect(old?.textContent?.replaceAll("\u00a0", " ")).toBe("Old (control)40 %fields: 9");
  expect(await dialog.findByText(/Nothing was recorded yet/)).toBeTruthy();
  expect(await dialog.findByText("What apps are told: 1 rule now, 4 after the start")).toBeTruthy();
  await view.user.type(dialog.getByRole("textbox", { name: /^Reason/ }), "Ready");
  const start = dialog.getByRole("button", { name: "Start the experiment" });
  await waitFor(() => expect(start.getAttribute("aria-disabled")).toBeNull());
  expect((await stored(view)).status).toBe("setup");
  await view.user.click(start);
  expect(await view.findByText("Form is started")).toBeTruthy();
  expect(await stored(view)).toMatchObject({ status: "active", lastModifiedReason: "Ready" });
  expect(view.router.state.location.search).toEqual({});
});

test("a plan with problems is not started: each is named with its field, to which it leads", async () => {
  const view = await page({ experiment: { ...setup, primaryMetrics: [] }, log: {} }, "?action=start");
  const dialog = await dialogOf(view);
  const alert = within(await dialog.findByRole("alert"));
  expect(alert.getByText(/At least one primary metric/)).toBeTruthy();
  const start = dialog.getByRole("button", { name: "Start the experiment" });
  expect(start.getAttribute("aria-disabled")).toBe("true");
  await view.user.click(alert.getByRole("link", { name: "Primary metrics" }));
  await waitFor(() => expect(view.router.state.location.search).toEqual({ tab: "plan" }));
  expect(view.queryByRole("alertdialog")).toBeNull();
});

test("a running experiment is abandoned for a reason, then archived and taken out again", async () => {
  const view = await page();
  const abandon = await choose(view, "Abandon");
  await view.user.type(abandon.getByRole("textbox", { name: /^Reason/ }), "Too slow");
  await view.user.click(abandon.getByRole("button", { name: "Abandon the experiment" }));
  expect(await view.findByText("Form is abandoned")).toBeTruthy();
  expect(await stored(view)).toMatchObject({ status: "abandoned", decisionReason: "Too slow" });
  await view.findByText("Abandoned");
  const archive = await choose(view, "Archive");
  await view.user.click(archive.getByRole("button", { name: "Archive the experiment" }));
  expect(await view.findByText("Form is archived")).toBeTruthy();
  await view.findByText("Archived");
  expect(await itemsOf(view)).toEqual(["Copy experiment", "Unarchive", "Delete"]);
  await view.user.click(view.getByRole("menuitem", { name: "Unarchive" }));
  const back = await dialogOf(view);
  await view.user.click(back.getByRole("button", { name: "Unarchive the experiment" }));
  expect(await view.findByText("Form is out of the archive")).toBeTruthy();
  expect((await stored(view)).status).toBe("abandoned");
});

test("a change of somebody else is noticed, and what was typed stays", async () => {
  const view = await page({}, "?action=abandon");
  const dialog = await dialogOf(view);
  await view.user.type(dialog.getByRole("textbox", { name: /^Reason/ }), "Too slow");
  await view.service.request("PATCH", "/console/v1/experiments/form", { body: { duration: 40 } });
  const abandon = dialog.getByRole("button", { name: "Abandon the experiment" });
  await view.user.click(abandon);
  await view.user.click(await dialog.findByRole("button", { name: "Read it again" }));
  await waitFor(() => expect(abandon.getAttribute("aria-disabled")).toBeNull());
  await view.user.click(abandon);
  expect(await view.findByText("Form is abandoned")).toBeTruthy();
  expect(await stored(view)).toMatchObject({ duration: 40, decisionReason: "Too slow" });
});

test("with a key that can only read, the dialog of a decision says what the results say, and why nothing can be done", async () => {
  const view = await page({}, "?action=decide", { key: "read" });
  const dialog = await dialogOf(view);
  expect(await dialog.findByText(/can only read/)).toBeTruthy();
  await view.user.click(await dialog.findByRole("radio", { name: /^Express.*Orders.*133/ }));
  expect(
    dialog.getByText(/of 2 primary results read the same in all \d+ analyses\. Except Orders, New/),
  ).toBeTruthy();
  const ship = dialog.getByRole("button", { name: "Ship Express" });
  expect(ship.getAttribute("aria-disabled")).toBe("true");
});

test("a decision takes a group, a reason, and in spite of open checks a second one", async () => {
  const log = { ...usualLog, express: { units: 60, order: 7 } };
  const view = await page({ experiment: { targetingGateID: "gate" }, log }, "?action=decide");
  const dialog = await dialogOf(view);
  const failed = within(await dialog.findByRole("region", { name: "Checks that did not pass" }));
  expect(failed.getByText(/^Sample ratio mismatch/)).toBeTruthy();
  await view.user.click(dialog.getByRole("radio", { name: /^Express/ }));
  await view.user.click(dialog.getByRole("button", { name: "Everyone" }));
  await view.user.type(dialog.getByRole("textbox", { name: /^Why, in/ }), "More orders");
  const ship = dialog.getByRole("button", { name: "Ship Express" });
  expect(ship.getAttribute("aria-disabled")).toBe("true");
  await view.user.type(dialog.getByRole("textbox", { name: /^Why in spite/ }), "The gap is known.");
  await view.user.click(ship);
  expect(await view.findByText("Form is decided: Express is shipped")).toBeTruthy();
  expect(await stored(view)).toMatchObject({
    status: "decision_made",
    launchedGroupID: "express",
    decisionReason: "More orders. The gap is known.",
    removeTargeting: true,
  });
});

test("a decision holds back some of the control's users, and no more than those", async () => {
  const view = await page({}, "?action=decide");
  const dialog = await dialogOf(view);
  await view.user.click(await dialog.findByRole("radio", { name: /^Express.*Orders/ }));
  const field = dialog.getByRole("textbox", { name: /^Hold back/ });
  await view.user.type(field, "40");
  expect((await dialog.findAllByText(/Expected at most 34/)).length).toBeGreaterThan(0);
  await view.user.clear(field);
  await view.user.type(field, "5");
  await view.user.type(dialog.getByRole("textbox", { name: /^Why, in/ }), "More orders");
  await view.user.click(dialog.getByRole("button", { name: "Ship Express" }));
  expect(await view.findByText("Form is decided: Express is shipped")).toBeTruthy();
  expect(await stored(view)).toMatchObject({ launchedGroupID: "express", holdback: 5 });
});

test("a reset divides the users anew and brings the experiment back into setup", async () => {
  const view = await page();
  const dialog = await choose(view, "Reset");
  expect(dialog.getByText(/Users are then divided anew/)).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Reset the experiment" }));
  expect(await view.findByText("Form is back in setup")).toBeTruthy();
  expect((await stored(view)).status).toBe("setup");
  await view.findByText("Setup", { selector: "header *" });
  expect(await itemsOf(view)).toEqual(["Copy experiment", "Start", "Ramp plan", "Archive", "Delete"]);
});

test("a deleted experiment leads back to the list", async () => {
  const view = await page({ experiment: setup, log: {} });
  const dialog = await choose(view, "Delete");
  await view.user.click(dialog.getByRole("button", { name: "Delete the experiment" }));
  expect(await view.findByText("Form is deleted")).toBeTruthy();
  await waitFor(() => expect(view.router.state.location.pathname).toBe("/demo/experiments"));
});

test("a running experiment gets a ramp plan, which its page tells, stops and continues without the guardrail that stopped it", async () => {
  const view = await page({ log: {} }, "?action=ramp");
  const dialog = await dialogOf(view);
  const time = dialog.getByLabelText("Time");
  await view.user.clear(time);
  expect(dialog.getByText(/take part now, 100.% by hand\./)).toBeTruthy();
  await view.user.click(dialog.getByRole("button", { name: "Save the plan" }));
  expect(await view.findByText("The ramp plan of Form is saved")).toBeTruthy();
  const line = within(await view.findByRole("region", { name: "Ramp plan" }));
  expect(line.getByText(/80.% now, next 100.% by hand/)).toBeTruthy();

  await view.user.click(line.getByRole("link", { name: "Stop …" }));
  const stop = await dialogOf(view);
  await view.user.type(stop.getByRole("textbox", { name: /^Reason/ }), "Too many calls");
  await view.user.click(stop.getByRole("button", { name: "Stop the plan" }));
  expect(await view.findByText(/^Too many calls. By Test writer/)).toBeTruthy();

  await view.user.click(view.getByRole("link", { name: "Continue …" }));
  const again = await dialogOf(view);
  expect(again.getByRole("checkbox", { name: /^Stop where/ }).getAttribute("aria-checked")).toBe("false");
  await view.user.click(again.getByRole("button", { name: "Continue the plan" }));
  await view.user.click(await view.findByRole("link", { name: /^Go on to 100/ }));
  const grow = await dialogOf(view);
  await view.user.click(grow.getByRole("button", { name: /^Let 100/ }));
  await waitFor(async () => expect(await stored(view)).toMatchObject({ allocation: 100, version: 5 }));
  expect((await stored(view)).rampPlan).toMatchObject({ isStopped: false, stopsAtGuardrail: false });
});
