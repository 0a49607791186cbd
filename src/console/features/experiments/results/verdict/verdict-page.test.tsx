import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { serviceWithExperiment, type StoredExperiment } from "#testing/stored-experiments.ts";

const page = async (stored: StoredExperiment = {}, search = "") =>
  consoleAt(`/demo/experiments/form${search}`, { service: await serviceWithExperiment(stored) });
type View = Awaited<ReturnType<typeof page>>;

const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
const verdict = (view: View) => view.findByRole("region", { name: "What the data say" });
const row = (view: View, name: RegExp) => view.findByRole("row", { name });
/** Twice as many units in one group as planned. */
const unbalanced = {
  old: { units: 400, order: 3 },
  new: { units: 200, order: 4 },
  express: { units: 200, order: 7 },
};

test("says what moved, in which direction, and how far the test is", async () => {
  const view = await page();
  const said = within(await verdict(view));
  expect(said.getByRole("heading", { level: 2 }).textContent).toBe(
    "With New it depends on the analysis whether Orders got better; Express is better on Orders, but worse on Complaints.",
  );
  expect(said.getAllByRole("listitem").map(({ textContent }) => plain(textContent))).toEqual([
    expect.stringMatching(/^Better: With Express, Orders rose by 133 % \(.*\), from 0\.300 to 0\.700\.$/),
    expect.stringMatching(/^Worse: With Express, Complaints rose by 300 % .*; lower is better\.$/),
    "Inconclusive: Orders with New depends on the analysis: −2.94 to +69.6 % includes 0, +0.00680 to +0.193 does not.1 more",
  ]);
  // Shown beside the day, and in the rest of the verdict, which is expanded on request.
  expect(view.getByText("Day 11 of 30")).toBeTruthy();
  expect(view.getByText("19 days to go")).toBeTruthy();
  await view.user.click(said.getByRole("button", { name: "1 more" }));
  expect(said.getAllByRole("listitem").at(-1)?.textContent).toMatch(/^19 days to go\. Decide on /);
  expect(said.getByRole("button", { name: "Fewer" })).toBeTruthy();
});

test("the links of the verdict are one stop of the keyboard, with arrow keys between them", async () => {
  const view = await page();
  const links = within(await verdict(view)).getAllByRole("link");
  const stops = () => links.filter(({ tabIndex }) => tabIndex === 0);
  expect(links.length).toBeGreaterThan(6);
  expect(stops()).toEqual([links[0]]);
  links[0]?.focus();
  await view.user.keyboard("{ArrowRight}{ArrowDown}");
  expect(document.activeElement).toBe(links[2]);
  expect(stops()).toEqual([links[2]]);
  await view.user.keyboard("{End}");
  expect(document.activeElement).toBe(links.at(-1));
  await view.user.keyboard("{ArrowRight}{Home}{ArrowLeft}");
  expect(document.activeElement).toBe(links[0]);
});

test("a running experiment leaves a choice, with the one that the data suggest", async () => {
  const view = await page();
  const choice = within(await view.findByRole("region", { name: "Ship, wait or stop?" }));
  expect(choice.getAllByRole("definition").map(({ textContent }) => plain(textContent))).toEqual([
    expect.stringMatching(/^Express: at least \+79\.5 % Orders\.$/),
    expect.stringMatching(/^Suggested\. The intervals are made for one look, on [A-Z][a-z]{2} \d+, \d{4}: /),
    expect.stringMatching(/^Old stays for everyone; \+79\.5 to \+187 % Orders would be given up\.$/),
  ]);
});

test("a number of the verdict leads to its bar, and takes back what hides it", async () => {
  const view = await page({}, "?filter=compl&test=new&scale=absolute");
  await view.user.click(within(await verdict(view)).getByRole("link", { name: /133/ }));
  const marked = await row(view, /^Orders, Express against/);
  await waitFor(() => expect(marked.ariaSelected ?? marked.getAttribute("aria-selected")).toBe("true"));
  await waitFor(() => expect(document.activeElement).toBe(marked));
  expect(view.router.state.location.search).toEqual({ mark: "Orders::event_count.Express" });
});

test("with groups of another size than planned the results are not to be used, and the split is drawn", async () => {
  const view = await page({ log: unbalanced });
  const health = within(await view.findByRole("region", { name: "Health checks" }));
  expect(health.getByText("1 of 7 checks failed")).toBeTruthy();
  expect(health.getByText(/not to be trusted until the cause is found: compare how/)).toBeTruthy();
  const split = within(health.getByRole("table", { name: /Observed units/ }));
  expect(split.getAllByRole("row").map(({ textContent }) => plain(textContent))).toEqual([
    "GroupObserved, planned as a lineObservedPlannedDifference",
    "Old400 50.0 %272 34.0 %+128",
    "New200 25.0 %264 33.0 %−64",
    "Express200 25.0 %264 33.0 %−64",
  ]);
  const said = within(await verdict(view));
  expect(said.getByRole("heading", { level: 2 }).textContent).toMatch(/^Do not use these results/);
  expect(said.queryByRole("list")).toBeNull();
  await row(view, /^Orders, Express against/);
  expect(view.queryByRole("region", { name: "Does it hold?" })).toBeNull();
});

test("all checks are there with their words on demand, by the address too", async () => {
  const view = await page();
  const health = within(await view.findByRole("region", { name: "Health checks" }));
  const button = health.getByRole("button", { name: "All checks" });
  expect(health.queryAllByRole("term")).toHaveLength(0);
  await view.user.click(button);
  await waitFor(() => expect(health.getAllByRole("term")).toHaveLength(7));
  expect(health.getByText(/The sizes of the groups fit the plan/)).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ checks: true });
});

test("a gate that was changed while it ran is named with its version, in the checks and over time", async () => {
  const service = await serviceWithExperiment({ experiment: { targetingGateID: "eligible" } });
  const write = (method: string, path: string, body: object) =>
    service.request(method, `/console/v1/gates${path}`, { body });
  const rules = [{ name: "All", passPercentage: 100, conditions: [{ type: "public" }] }];
  await write("POST", "", { name: "Eligible", description: "", isEnabled: true, rules });
  await write("PUT", "/eligible/disable", {});
  const view = await consoleAt("/demo/experiments/form?checks=true&open=Orders::event_count.new&show=days", {
    service,
  });
  const health = within(await view.findByRole("region", { name: "Health checks" }));
  expect(await health.findByText("The audience was changed while it ran")).toBeTruthy();
  const link = health.getByRole("link", { name: "Eligible, version 2" });
  expect(link.getAttribute("href")).toContain("/gates/eligible?tab=history&version=1&against=2");
  expect(link.closest("li")?.textContent).toContain("disabled");
  const said = within(await verdict(view));
  await view.user.click(said.getByRole("button", { name: /more$/ }));
  expect(said.getByText(/^The audience was changed while it ran:/).closest("p")?.textContent).toMatch(
    /^The audience was changed while it ran: Eligible on .* \(disabled\)\. /,
  );
});

test("a decided experiment says what changed since, each change with a link to its version", async () => {
  const decision = {
    status: "decision_made",
    launchedGroupID: "express",
    decisionTime: Date.now() - 1000,
    targetingGateID: "eligible",
  };
  const service = await serviceWithExperiment({ experiment: decision });
  const rules = [{ name: "All", passPercentage: 100, conditions: [{ type: "public" }] }];
  const gate = { name: "Eligible", description: "", isEnabled: true, rules };
  await service.request("POST", "/console/v1/gates", { body: gate });
  await service.request("PUT", "/console/v1/gates/eligible/disable", { body: {} });
  const view = await consoleAt("/demo/experiments/form", { service });
  const said = within(await view.findByRole("region", { name: "Decision" }));
  const told = said.getByText("Since then").nextElementSibling;
  expect(plain(told?.textContent ?? "")).toMatch(/^Eligible, version 2: disabled, .+, .+\.$/);
  expect(told?.querySelector("a")?.getAttribute("href")).toContain(
    "/gates/eligible?tab=history&version=1&against=2",
  );
});

test("a number opens its explanation in place, with the row's own values", async () => {
  const view = await page();
  const orders = await row(view, /^Orders, New against/);
  await view.user.click(within(orders).getByRole("button", { name: "0.035" }));
  const why = within(await view.findByRole("region", { name: "How it is computed: Orders, New" }));
  expect(why.getByRole("button", { name: "p-value" }).getAttribute("aria-pressed")).toBe("true");
  expect(why.getByText(/It is not the chance that New is better/)).toBeTruthy();
  expect(plain(why.getByText(/^= 0\.1 ÷/).textContent)).toMatch(/^= 0\.1 ÷ 0\.047\d+$/);
  await view.user.click(why.getByRole("button", { name: "Means" }));
  expect(await why.findByText(/Events per exposed user: 0\.300 with Old, 0\.400 with New/)).toBeTruthy();
  expect(view.router.state.location.search).toEqual({
    open: { "Orders::event_count.New": "why" },
    question: "mean",
  });
});

test("the word of a result says why it stands there", async () => {
  const view = await page();
  const complaints = await row(view, /^Complaints, New against/);
  await view.user.click(within(complaints).getByRole("button", { name: "inconclusive" }));
  const why = within(await view.findByRole("region", { name: "How it is computed: Complaints, New" }));
  expect(why.getByRole("button", { name: "Result" }).getAttribute("aria-pressed")).toBe("true");
  expect(why.getByText(/Inconclusive does not mean that there is no effect/)).toBeTruthy();
});

test("whether conclusions hold is one sentence with the exceptions; every analysis is there on request, also by the address", async () => {
  const view = await page();
  const section = within(await view.findByRole("region", { name: "Does it hold?" }));
  const sentence = section.getByText(/results read the same in all \d+ analyses/);
  expect(plain(sentence.textContent)).toMatch(
    /^2 of 4 results read the same in all 10 analyses\. Except Orders, New: better at 80\s/,
  );
  expect(section.queryByRole("table")).toBeNull();
  await view.user.click(section.getByRole("button", { name: "Show all analyses" }));
  expect(view.router.state.location.search).toHaveProperty("strip");
  const strip = await section.findByRole("row", { name: /^Orders, New/ });
  const heads = section.getAllByRole("columnheader").map(({ textContent }) => plain(textContent));
  const words = within(strip)
    .getAllByRole("cell")
    .map(({ textContent }) => plain(textContent));
  expect(words.slice(0, 6)).toEqual([
    "depends",
    "better",
    "better",
    "depends",
    "inconclusive",
    "inconclusive",
  ]);
  expect(heads).toEqual(expect.arrayContaining([expect.stringContaining("At 99 %")]));
  expect(words.at(-1)).toMatch(/^changes: Depends on the analysis at 95 %.*; better at 80 and 90 %/);
  expect(section.getByText(/Changes are absolute here/)).toBeTruthy();
  expect(section.getByText("stays valid however often you look")).toBeTruthy();
  await view.user.click(section.getByRole("button", { name: "Complaints, Express" }));
  expect(
    await section.findByRole("figure", { name: "Complaints, Express, analysed in other ways" }),
  ).toBeTruthy();
});

test("where p is small and the whiskers still decide otherwise, the page says why", async () => {
  const view = await page({ experiment: { sequentialTesting: true } });
  const section = within(await view.findByRole("region", { name: "Where numbers seem to disagree" }));
  expect(plain(section.getByText(/made for a single look/).textContent)).toMatch(
    /p \(0\.0355\) and the fixed interval .* the wider sequential interval decides, and it includes 0\./,
  );
  await view.user.click(section.getByRole("link", { name: "Orders, New" }));
  await waitFor(() =>
    expect(view.router.state.location.search).toMatchObject({ mark: "Orders::event_count.New" }),
  );
});

test.each([
  [
    "another interval decides",
    "?decide=fixed",
    "With these view settings it depends on the analysis, and it is inconclusive as the experiment was set up, which the verdict goes by.",
  ],
  [
    "the percent interval says otherwise",
    "?decide=fixed",
    "So the result depends on the analysis, and is called neither better nor worse.",
  ],
])(
  "where %s on the page than in the set-up, it says so and contradicts no row",
  async (_, search, reason) => {
    const view = await page({ experiment: { sequentialTesting: true } }, search);
    await row(view, /^Orders, New against .* depends on the analysis/);
    const section = within(await view.findByRole("region", { name: "Where numbers seem to disagree" }));
    const said = section.getAllByRole("listitem").map(({ textContent }) => plain(textContent));
    expect(said).toContainEqual(expect.stringContaining(`Orders, New: `));
    expect(said).toContainEqual(expect.stringContaining(reason));
    expect(said.join(" ")).not.toMatch(/sequential interval decides/);
  },
);
