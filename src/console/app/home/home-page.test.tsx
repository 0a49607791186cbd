// The home page on a real service: each line stands for something stored, and links to the page to deal with it.
import { waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { loadEntities } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { day, storedExperiment } from "#testing/stored-experiments.ts";

beforeEach(() => localStorage.clear());

const hour = 3_600_000;
const twoGroups = storedExperiment().groups.slice(0, 2);
const experiments = [
  storedExperiment({
    id: "late",
    name: "Late",
    startTime: Date.now() - 40.5 * day,
    endTime: null,
    groups: twoGroups,
  }),
  storedExperiment({
    id: "split",
    targetingGateID: "rolled",
    name: "Split",
    startTime: Date.now() - 5 * day,
    endTime: null,
    groups: twoGroups,
  }),
  storedExperiment({ id: "plan", name: "Plan", status: "setup", startTime: null }),
];

async function filled() {
  const service = await testApp({ now: () => Date.now() });
  await service.database.transaction(async (transaction) => {
    await loadEntities(
      transaction,
      "experiment",
      experiments.map((document) => ({ document, references: [] })),
    );
    const rules = [
      { id: "r", baseID: "r", name: "Shoppers", passPercentage: 20, conditions: [], environments: null },
    ];
    const times = { createdTime: Date.now() - 60 * day, lastModifiedTime: Date.now() - 20 * day };
    const state = { status: "In Progress", isEnabled: true };
    const document = { id: "rolled", name: "Rolled out", ...state, rules, version: 1, ...times };
    await loadEntities(transaction, "gate", [{ document, references: [] }]);
    const units = Array.from({ length: 600 }, (_, index) => index);
    await loadExposures(
      transaction,
      units.map((unit) => ({
        experiment: "split",
        unit: `u${unit}`,
        group: twoGroups[unit % 5 ? 0 : 1]?.id ?? "",
        time: Date.now() - 4 * day,
        properties: "{}",
      })),
    );
    await loadEvents(
      transaction,
      [...units.map((index) => ["hearts", 40 + index * 0.1] as const), ["order", 0.1] as const].map(
        ([name, ago]) => ({
          name,
          time: Math.round(Date.now() - ago * hour),
          unit: "u1",
          value: "",
          source: "web",
          metadata: "{}",
        }),
      ),
    );
  });
  await service.request("GET", "/console/v1/experiments/split");
  return service;
}
type View = Awaited<ReturnType<typeof consoleAt>>;
const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/\s/g, " ");
const section = async (view: View, name: string) => within(await view.findByRole("region", { name }));
const row = (inside: Awaited<ReturnType<typeof section>>, name: RegExp) =>
  inside.getByRole("link", { name }).closest("li");

test("the key's link opens it, and it says what to decide, what is broken and what runs", async () => {
  const view = await consoleAt("/", { service: await filled() });
  expect(await view.findByRole("heading", { level: 1, name: "1 to decide, 2 broken" })).toBeTruthy();
  expect(view.router.state.location.pathname).toBe("/demo");
  expect(plain(row(await section(view, "Decide"), /^Late$/)?.textContent)).toContain("10 days late");
  const broken = await section(view, "Broken");
  const split = plain(row(broken, /^Split$/)?.textContent);
  for (const text of [
    "Sample ratio mismatch (SRM): 480 and 120 users",
    "Planned are 304 / 296.",
    "Fix the split",
  ])
    expect(split).toContain(text);
  expect(plain(row(broken, /^hearts$/)?.textContent)).toContain("usually 4 an hour");
  expect(broken.getByRole("link", { name: "Open the event" }).getAttribute("href")).toBe(
    "/demo/events/hearts",
  );
  const running = await section(view, "Running now");
  expect(running.getByRole("link", { name: /^Split: Day 6 of/ })).toBeTruthy();
  expect(running.getByRole("link", { name: /^Rolled out: 20\s%/ })).toBeTruthy();
  expect(running.queryByRole("link", { name: /^Plan/ })).toBeNull();

  expect(view.getByText(/^Read at/).textContent).toMatch(/^Read at \d/);
  await view.user.click(view.getByRole("button", { name: "New" }));
  await view.user.click(await view.findByRole("menuitem", { name: "New config" }));
  expect(await view.findByRole("dialog", { name: "Create a dynamic config" })).toBeTruthy();
});

test("a change says who made what of it and for whom, and Undo opens the version before as a draft", async () => {
  const service = await filled();
  const body = { passPercentage: 60, changeReason: "Week two" };
  const saved = await service.request("PATCH", "/console/v1/gates/rolled/rules/r", { body });
  expect(saved.status).toBe(200);
  await service.request("POST", "/console/v1/gates", { body: { name: "Other", description: "" } });
  await service.request("PATCH", "/console/v1/gates/other", { body: { description: "Changes no answer" } });
  const view = await consoleAt("/demo", { service });
  const changes = within(await view.findByRole("complementary", { name: "Changed in the last two weeks" }));
  const change = (await changes.findByRole("link", { name: "Rolled out" })).closest("li");
  for (const text of [
    "Test writer",
    "Rollout 20 % → 60 %",
    "in every environment",
    "“Week two”",
    "Split runs on it.",
  ])
    expect(plain(change?.textContent)).toContain(text);
  expect(changes.getAllByText("Split runs on it.")).toHaveLength(1);
  await view.user.click(changes.getByRole("link", { name: "Undo this change of Rolled out" }));
  expect(await view.findByRole("button", { name: /Review changes/ })).toBeTruthy();
  expect(view.router.state.location.search).not.toHaveProperty("restore");
  const current = view.container.querySelectorAll('nav[aria-label="Sections"] [aria-current]');
  expect(new Set(Array.from(current, ({ textContent }) => textContent))).toEqual(new Set(["Gates"]));
  expect(
    ((await service.request("GET", "/console/v1/gates/rolled")).body.data as { version: number }).version,
  ).toBe(2);
});

test("the bar of a rollout has a step for each percentage that it had", async () => {
  const service = await filled();
  for (const passPercentage of [40, 60]) {
    const saved = await service.request("PATCH", "/console/v1/gates/rolled/rules/r", {
      body: { passPercentage },
    });
    expect(saved.status).toBe(200);
  }
  const view = await consoleAt("/demo", { service });
  const running = await section(view, "Running now");
  const link = await running.findByRole("link", {
    name: /^Rolled out: 20\s%, 40\s% from .*, 60\s% from .*$/,
  });
  expect(plain(link.closest("li")?.textContent)).toContain("60 %, before 40 %");
});

test("an empty project says what to do first", async () => {
  const view = await consoleAt("/demo");
  expect(await view.findByRole("heading", { name: "Nothing here yet" })).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: "New gate" }));
  expect(await view.findByRole("dialog")).toBeTruthy();
});

test("where nothing waits and nothing was saved, each part says so", async () => {
  const service = await testApp({ now: () => Date.now() });
  await service.database.transaction((transaction) =>
    loadEntities(transaction, "experiment", [
      { document: storedExperiment({ startTime: Date.now() - 2 * day, endTime: null }), references: [] },
    ]),
  );
  const view = await consoleAt("/demo", { service });
  expect(await view.findByRole("heading", { level: 1, name: "Nothing waits for you" })).toBeTruthy();
  expect(view.getByText("Nothing has ended, and no interval is clear.")).toBeTruthy();
  expect(view.getByText(/Nothing: checks pass/)).toBeTruthy();
});

test("lists that fail are an error, never an empty page", async () => {
  const service = await filled();
  const view = await consoleAt("/demo", {
    service,
    intercept: (request) =>
      request.url.includes("open_experiments")
        ? new Response(JSON.stringify({ status: 500, message: "Internal server error" }), { status: 500 })
        : undefined,
  });
  expect(await view.findByRole("button", { name: "Retry" })).toBeTruthy();
  expect(view.queryByText("Nothing here yet")).toBeNull();
});

test("rules that an update could decide differently are named at their gate until somebody dismisses them", async () => {
  const service = await filled();
  const rules = [{ id: "r", name: "Shoppers", changes: ["versions", "dates"] }];
  await service.database.transaction((transaction) =>
    transaction.query(
      "insert into changed_reading (kind, entity_id, rules, is_said) values ('gate', 'rolled', $1::jsonb, true)",
      [JSON.stringify(rules)],
    ),
  );
  const view = await consoleAt("/demo", { service });
  const broken = await section(view, "Broken");
  const line = plain(row(broken, /^Rolled out$/)?.textContent);
  for (const text of ["1.2.0+5 is no version; small numbers are dates.", "Try a user on Shoppers."])
    expect(line).toContain(text);
  expect(broken.getByRole("link", { name: "See the rules" }).getAttribute("href")).toBe("/demo/gates/rolled");
  await view.user.click(await broken.findByRole("button", { name: "Dismiss what the update changed" }));
  await waitFor(() => expect(broken.queryByRole("link", { name: "See the rules" })).toBeNull());
});
