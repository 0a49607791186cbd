import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { storedConfig, storedGate, storeGates } from "#testing/stored-entities.ts";
import { day, storedExperiment } from "#testing/stored-experiments.ts";
import { requiresGates, gateThatNeeds, storeReferring } from "#testing/stored-references.ts";

const base = storedGate("base", {
  name: "Base",
  rules: [
    {
      id: "r1",
      baseID: "r1",
      name: "Everyone",
      passPercentage: 60,
      conditions: [{ type: "public" }],
      environments: null,
    },
  ],
});
const levels = [base, gateThatNeeds("middle", ["base"]), gateThatNeeds("upper", ["middle"])];

interface Project {
  gates?: Gate[];
  experiment?: Partial<Experiment>;
  path?: string;
  intercept?: (request: Request) => Response | undefined;
}

const page = ({
  gates = levels,
  experiment = {},
  path = "/demo/gates/base?rule=r1",
  intercept,
}: Project = {}) =>
  consoleAt(path, {
    ...(intercept ? { intercept } : {}),
    fill: async (service) => {
      await storeGates(service, ...gates);
      await storeReferring(
        service,
        [
          storedExperiment({ id: "price", name: "New price page", targetingGateID: "upper", ...experiment }),
          storedExperiment({ id: "later", name: "Later", status: "setup", targetingGateID: "middle" }),
        ],
        [storedConfig("texts", { name: "Texts", rules: [requiresGates("c1", "middle")] })],
      );
    },
  });
type View = Awaited<ReturnType<typeof page>>;

async function typePercent(view: View, text: string) {
  const field = await view.findByRole("textbox", { name: "Rollout" });
  await view.user.clear(field);
  await view.user.type(field, text);
}

/** Replaces the non-breaking spaces before percent signs by plain ones. */
const spaced = (text: string) => text.replaceAll("\u00a0", " ");

test("a percentage three levels under a running experiment meets a plain notice, and a reason is asked for", async () => {
  const view = await page();
  await typePercent(view, "40");
  const impact = within(await view.findByRole("region", { name: "What this change affects" }));
  expect(impact.getByText("New price page is running on upper, which depends on this gate")).toBeTruthy();
  const message = spaced(impact.getByRole("status").textContent);
  expect(message).toContain("At 40 % instead of 60 %, 20 % of the users who fit rule 1 drop out.");
  expect(message).toContain("results from before and after can no longer be read as one test");
  expect(message).toMatch(/Base → middle → upper → experiment New price page\. It ends on /);
  await view.user.click(impact.getByText(/^Affects/));
  const affected = within(impact.getByRole("list", { name: "What this change affects" }));
  expect(affected.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "New price page",
    "middle",
    "upper",
    "Texts",
    "Later",
  ]);
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  expect(await view.findByRole("textbox", { name: "Why this change is made" })).toBeTruthy();
});

test("where the gate itself targets, it is said whether users come in or drop out", async () => {
  const view = await page({
    experiment: { targetingGateID: "base", endTime: Date.now() + 3 * day },
  });
  await typePercent(view, "80");
  const impact = within(await view.findByRole("region", { name: "What this change affects" }));
  expect(impact.getByText("New price page is running on this gate")).toBeTruthy();
  const message = spaced(impact.getByRole("status").textContent);
  expect(message).toContain("20 % of the users who fit rule 1 come in");
  expect(message).toContain("Users who come in now");
  expect(message).not.toContain("Users who drop out");
});

test("behind a gate that is launched nothing is noticed, and no reason is asked for", async () => {
  const [, middle, upper] = levels;
  const view = await page({ gates: [base, { ...middle, status: "Launched" } as Gate, upper as Gate] });
  await typePercent(view, "40");
  const impact = within(await view.findByRole("region", { name: "What this change affects" }));
  expect(impact.getByText(/4 more entities stand behind gates that answer everyone alike/)).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  expect(await view.findByRole("button", { name: "Save to production" })).toBeTruthy();
  expect(view.queryByRole("textbox", { name: "Why this change is made" })).toBeNull();
});

test("a rule of staging alone warns of no experiment, and every row and button says where it counts", async () => {
  const trial = { id: "s1", baseID: "s1", name: "Trial", passPercentage: 10, conditions: [] };
  const rules = [{ ...trial, environments: ["staging"] }, ...base.rules];
  const view = await page({
    gates: [{ ...base, rules }, ...levels.slice(1)],
    experiment: { targetingGateID: "base" },
    path: "/demo/gates/base?rule=s1",
  });
  await typePercent(view, "40");
  const impact = within(await view.findByRole("region", { name: "What this change affects" }));
  expect(impact.getByText(/^Affects/).textContent).toBe("Affects 1 running experiment, in staging");
  expect(view.queryByText(/can no longer be read as one test/)).toBeNull();
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  expect(await view.findByRole("button", { name: "Save to staging" })).toBeTruthy();
  const changes = within(view.getByRole("table", { name: "What changes, and for whom" }));
  expect(changes.getByRole("rowheader", { name: /Rule 1, Trial, in staging$/ })).toBeTruthy();
  expect(view.getByText("Stays out of production")).toBeTruthy();
  expect(view.queryByRole("textbox", { name: "Why this change is made" })).toBeNull();
});

test("an experiment behind a rule of staging alone is not warned about", async () => {
  const [, middle, upper] = levels;
  const inStaging = middle?.rules.map((rule) => ({ ...rule, environments: ["staging"] }));
  const view = await page({ gates: [base, { ...middle, rules: inStaging } as Gate, upper as Gate] });
  await typePercent(view, "40");
  const impact = within(await view.findByRole("region", { name: "What this change affects" }));
  expect(impact.getByText(/5 more entities stand behind .* in other environments, and notice/)).toBeTruthy();
  expect(view.queryByText(/can no longer be read as one test/)).toBeNull();
});

test("switching the gate off is a change like any other", async () => {
  const view = await page({ path: "/demo/gates/base" });
  await view.user.click(await view.findByRole("button", { name: "More actions" }));
  await view.user.click(await view.findByRole("menuitem", { name: "Disable: nobody passes" }));
  expect(
    await view.findByText("New price page is running on upper, which depends on this gate"),
  ).toBeTruthy();
  expect(await view.findByRole("textbox", { name: "Why this change is made" })).toBeTruthy();
});

test("archiving shows what it affects before it is done", async () => {
  const view = await page({ path: "/demo/gates/base" });
  await view.user.click(await view.findByRole("button", { name: "More actions" }));
  await view.user.click(await view.findByRole("menuitem", { name: "Archive" }));
  const dialog = within(await view.findByRole("alertdialog", { name: "Archive Base" }));
  expect(
    await dialog.findByText("New price page is running on upper, which depends on this gate"),
  ).toBeTruthy();
});

test("where the gate's own dependencies cannot be read, one notice says so", async () => {
  const view = await page({
    path: "/demo/gates/middle?rule=r1",
    intercept: (request) =>
      new URL(request.url).pathname.endsWith("/middle/dependencies")
        ? Response.json({ status: 500, message: "Out of order" }, { status: 500 })
        : undefined,
  });
  await typePercent(view, "40");
  expect(await view.findByText("The dependencies of this gate could not be read")).toBeTruthy();
  expect(await view.findByTitle("Passes Base")).toBeTruthy();
  expect(view.getAllByText(/could not be read/)).toHaveLength(1);
});

test("in a conflict the warning, the field and the table measure from where the draft started", async () => {
  const view = await page();
  await typePercent(view, "40");
  const body = { passPercentage: 50 };
  await view.service.request("PATCH", "/console/v1/gates/base/rules/r1", { body });
  await view.user.type(view.getByRole("textbox", { name: "Name" }), "s");
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  const both = within(await view.findByRole("table", { name: /^Your changes beside/ }));
  expect(both.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "What",
    "Started from",
    "Stored now",
    "Yours",
  ]);
  const row = both.getByRole("rowheader", { name: /^Rollout/ }).closest("tr");
  expect(spaced(row?.textContent ?? "")).toMatch(/60 %50 %40 %$/);
  const impact = within(await view.findByRole("region", { name: "What this change affects" }));
  expect(spaced(impact.getByRole("status").textContent)).toContain(
    "20 % of the users who fit rule 1 drop out",
  );
  expect(spaced(view.getByRole("list", { name: "Of the users who fit" }).textContent)).toContain(
    "20 % lose it",
  );
  await view.user.click(view.getByRole("button", { name: "Merge latest changes" }));
  const conflict = (await view.findByRole("button", { name: "Keep mine" })).closest("li");
  expect(spaced(conflict?.textContent ?? "")).toMatch(
    /Started from60 %Stored now, by Test writer50 %Take theirsYours40 %Keep mine$/,
  );
});

test("another name affects nobody", async () => {
  const view = await page();
  await view.user.type(await view.findByRole("textbox", { name: "Name" }), " of them");
  expect(view.queryByRole("region", { name: "What this change affects" })).toBeNull();
});

test("the way to remove the gate is a list of steps, the nearest first to go, the gate last", async () => {
  const view = await page({ path: "/demo/gates/base?tab=settings" });
  const needed = within(await view.findByRole("list", { name: "Before the gate can go" }));
  const steps = needed.getAllByRole("listitem").map((step) => step.textContent);
  expect(steps[0]).toMatch(/^1In the gate middle, take Base out of rule 1, or archive it\./);
  expect(steps.at(-1)).toMatch(/Nothing refers to Base any more: archive it\./);
  await view.user.click(view.getByText("With all that depends on it: 6 steps"));
  const all = within(view.getByRole("list", { name: "Before the gate and all that depends on it can go" }));
  expect(all.getAllByRole("listitem").length).toBe(6);
});
