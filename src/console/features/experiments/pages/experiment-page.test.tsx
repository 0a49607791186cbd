import { waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents } from "#service/database/logs.ts";
import { type ConsoleOptions, consoleAt } from "#testing/console-at.tsx";
import {
  countMetric,
  day,
  serviceWithExperiment,
  storedExperiment,
  type StoredExperiment,
  usualLog,
} from "#testing/stored-experiments.ts";

const at = "/demo/experiments/form";
const page = async (
  stored: StoredExperiment = {},
  search = "",
  options: Omit<ConsoleOptions, "service"> = {},
) => consoleAt(`${at}${search}`, { ...options, service: await serviceWithExperiment(stored) });
type View = Awaited<ReturnType<typeof page>>;

const scorecard = (view: View) => view.findByRole("table", { name: /Change of each metric/ });
const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
/** The visible comparisons in order: metric, group and result. */
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row", { name: / against / })
    .map((row) => {
      const [, name, result] =
        /^(\S+, \S+) against .*?(better|worse|inconclusive|depends)/.exec(
          row.getAttribute("aria-label") ?? "",
        ) ?? [];
      return `${name}: ${result}`;
    });

/** The parts that update after the controls. */

test("three groups: each metric against each test group, in the direction that is good for it", async () => {
  const view = await page();
  const table = await scorecard(view);
  expect(rowsOf(table)).toEqual([
    "Orders, New: depends",
    "Orders, Express: better",
    "Complaints, New: inconclusive",
    "Complaints, Express: worse",
  ]);
  expect(within(table).getByText(/^Lower is better/).textContent).toContain("control 0.1");
  expect(plain(within(table).getByRole("row", { name: /^Orders, Express/ }).textContent)).toContain(
    "+133.3 %",
  );
  expect(view.getByText("600")).toBeTruthy();
});

test("results of a running experiment are read again while one looks, and say when they were computed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const view = await page({}, "?test=express");
  const table = await scorecard(view);
  expect(rowsOf(table)[1]).toBe("Complaints, Express: worse");
  expect(view.getAllByText(/^Computed/)[0]?.textContent).toMatch(/^Computed at \d/);
  const complaint = { name: "complaint", time: Date.now() - day, value: "", source: "web", metadata: "{}" };
  await view.service.database.transaction((transaction) =>
    loadEvents(
      transaction,
      Array.from({ length: 200 }, (_, index) => ({ ...complaint, unit: `old ${index}` })),
    ),
  );
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await waitFor(() => expect(rowsOf(table)[1]).toBe("Complaints, Express: better"));
});

test("at a stricter level a conclusion falls, and the page says that this is not how it was set up", async () => {
  const view = await page();
  const table = await scorecard(view);
  await view.user.click(view.getByRole("combobox", { name: /^Confidence level/ }));
  await view.user.click(await view.findByRole("option", { name: /99/ }));
  await waitFor(() => expect(rowsOf(table)[0]).toBe("Orders, New: inconclusive"));
  expect(view.router.state.location.searchStr).toBe("?level=99");
  expect(plain(view.getByText(/this table is read/).textContent)).toContain("at 99 % instead of 95 %");
  await view.user.click(view.getByRole("button", { name: "Read as set up" }));
  await waitFor(() => expect(rowsOf(table)[0]).toBe("Orders, New: depends"));
  expect(view.router.state.location.search).toEqual({});
});

test("the address says how results are looked at, and a broken one still shows them", async () => {
  const view = await page({}, "?test=express&scale=absolute&level=42&hide=x&open=no");
  const table = await scorecard(view);
  expect(rowsOf(table)).toEqual(["Orders, Express: better", "Complaints, Express: worse"]);
  expect(within(table).getByRole("button", { name: "+0.400" })).toBeTruthy();
});

test("absolute changes stand on a scale of their metric's own, and what can be found in its unit", async () => {
  const view = await page({}, "?scale=absolute");
  const table = await scorecard(view);
  const text = (name: RegExp) => plain(within(table).getByRole("row", { name }).textContent);
  const [orders, complaints] = [text(/^Orders, Express/), text(/^Complaints, Express/)];
  expect(orders).toMatch(/\+0\.400.*< 0\.001$/);
  expect(orders).not.toContain("%");
  expect(complaints).not.toContain("%");
  expect(within(table).getByText("own scale each")).toBeTruthy();
  // The chart above the table labels the ends of its scales.
  for (const end of ["+0.5", "+0.4"]) await waitFor(() => expect(view.getByText(end)).toBeTruthy());
});

test("guardrails are a section of their own between primary and secondary metrics", async () => {
  const guardrail = { ...countMetric("Complaints", "complaint", "decrease"), tags: ["Guardrail"] };
  const metrics = [countMetric("Orders", "order"), countMetric("Visits", "order"), guardrail];
  const view = await page({
    metrics,
    experiment: { secondaryMetrics: metrics.slice(1).map(({ name, type }) => ({ name, type })) },
  });
  await scorecard(view);
  const titles = view.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.filter((title) => /metrics|Guardrails/.test(title ?? ""))).toEqual([
    "Primary metrics",
    "Guardrails",
    "Secondary metrics",
  ]);
});

test("the primary metrics set the scale, which stays still while rows are filtered; Fit all holds every interval", async () => {
  const view = await page();
  await scorecard(view);
  const ends = () =>
    ["Left", "Right"].map((side) =>
      view.getByRole("slider", { name: `${side} end of the scale` }).getAttribute("aria-valuetext"),
    );
  const primary = ends();
  expect(primary.map(plain)).toEqual(["−50 %", "+200 %"]);
  await view.user.type(view.getByRole("searchbox", { name: /Filter/ }), "compl");
  await waitFor(() => expect(view.getAllByRole("row", { name: / against / })).toHaveLength(2));
  expect(ends()).toEqual(primary);
  await view.user.click(view.getByRole("button", { name: "Fit all" }));
  await waitFor(() => expect(ends()).not.toEqual(primary));
  expect(view.router.state.location.search).toMatchObject({ axis: "all" });
  await view.user.click(view.getByRole("button", { name: "Fit primary" }));
  await waitFor(() => expect(ends()).toEqual(primary));
  view.getByRole("slider", { name: "Right end of the scale" }).focus();
  await view.user.keyboard("{ArrowLeft}");
  await waitFor(() => expect(plain(ends()[1] ?? "")).not.toBe("+200 %"));
  expect(view.router.state.location.search).toMatchObject({ axis: "-50,150" });
});

test("another control is asked of the service", async () => {
  const view = await page({}, "?control=express");
  expect(rowsOf(await scorecard(view))).toEqual([
    "Orders, Old: worse",
    "Orders, New: worse",
    "Complaints, Old: better",
    "Complaints, New: better",
  ]);
});

test("sorts up, down and back by a column, and filters", async () => {
  const view = await page();
  const table = await scorecard(view);
  const head = within(table).getByRole("button", { name: "Change" });
  await view.user.click(head);
  await waitFor(() => expect(rowsOf(table)[0]).toBe("Orders, New: depends"));
  await waitFor(() =>
    expect(within(table).getByRole("columnheader", { name: "Change" }).ariaSort).toBe("ascending"),
  );
  await view.user.click(head);
  await waitFor(() => expect(rowsOf(table)[0]).toBe("Orders, Express: better"));
  await view.user.click(head);
  await waitFor(() => expect(rowsOf(table)[0]).toBe("Orders, New: depends"));
  await view.user.type(view.getByRole("searchbox", { name: /Filter/ }), "compl");
  await waitFor(() => expect(rowsOf(table)).toHaveLength(2));
  await view.user.type(view.getByRole("searchbox", { name: /Filter/ }), "zzz");
  expect(await view.findByText("No metric, group or slice fits this filter.")).toBeTruthy();
});

test("puts the groups side by side, or each in a block of its own", async () => {
  const view = await page({}, "?layout=columns");
  const table = await scorecard(view);
  expect(within(table).getAllByRole("row", { name: / against / })).toHaveLength(2);
  expect(within(table).getByRole("columnheader", { name: "Express" })).toBeTruthy();
  await view.user.click(within(table).getByRole("button", { name: /\+133/ }));
  expect(await view.findByRole("region", { name: "How it is computed: Orders, Express" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "View" }));
  await view.user.click(await view.findByRole("combobox", { name: "Layout" }));
  await view.user.click(await view.findByRole("option", { name: "A block a group" }));
  expect(await view.findAllByRole("heading", { name: /: Express$/ })).toHaveLength(2);
});

test("every test group by name of `*` is a block a group, as the service answers it", async () => {
  const view = await page({}, "?test=*");
  await scorecard(view);
  expect(view.getAllByRole("heading", { name: /: (New|Express)$/ })).toHaveLength(4);
});

test("opens a comparison to its slices, with what looking at many of them does", async () => {
  const view = await page();
  const table = await scorecard(view);
  await view.user.click(within(table).getByRole("button", { name: "Details of Orders, Express" }));
  expect(within(table).queryByText(/Exploratory, not for deciding/)).toBeNull();
  const strip = await within(table).findByRole("row", { name: /^country 2 slices/ });
  expect(plain(strip.textContent)).toContain("None differs from the rest");
  await view.user.click(within(strip).getByRole("button", { name: "country 2 slices" }));
  expect((await within(table).findByText(/Exploratory, not for deciding/)).textContent).toMatch(/2 slices/);
  expect(within(table).getByRole("rowheader", { name: "SE" })).toBeTruthy();
  expect(view.router.state.location.search).toEqual({
    open: { "Orders::event_count.Express": "slices" },
    dimension: "country",
  });
});

test("going from one thing under a row to another keeps the focus", async () => {
  const view = await page({}, "?open=%7B%22Orders::event_count.Express%22:%22slices%22%7D");
  for (const name of ["How it is computed", "Slices"]) {
    const link = await view.findByRole("button", { name });
    await view.user.click(link);
    await waitFor(() => expect(link.getAttribute("aria-current")).toBe("true"));
    expect(document.activeElement).toBe(link);
  }
});

test("days are walked with the arrow keys, and each is said", async () => {
  const view = await page({}, "?time=Orders::event_count.Express");
  const chart = await view.findByRole("slider", { name: "Change so far, by day" });
  const last = chart.ariaValueText ?? chart.getAttribute("aria-valuetext");
  expect(plain(last)).toMatch(/: \+133 %, .* to .* %; 400 users\.$/);
  chart.focus();
  await view.user.keyboard("{Home}");
  expect(chart.getAttribute("aria-valuenow")).toBe("1");
  await view.user.keyboard("{ArrowRight}");
  expect(chart.getAttribute("aria-valuenow")).toBe("2");
  expect(chart.getAttribute("aria-valuetext")).not.toBe(last);
  // Only one chart is shown at a time; the exposures chart has the share of each group.
  await view.user.click(view.getByRole("button", { name: "Shares per day" }));
  const shares = await view.findByRole("slider", { name: "Exposures per day, by day" });
  expect(plain(shares.getAttribute("aria-valuetext"))).toMatch(/\(\d+\.\d %\) Old, .* New, .* Express\.$/);
  expect(view.getAllByText(/Each day 33\.3\s% got Old, 33\.3\s% got New/)).not.toHaveLength(0);
  expect(view.getAllByRole("slider", { name: /by day$/ })).toHaveLength(1);
});

test("while days are computed it says how far they are, and another metric takes the request back", async () => {
  const view = await page({}, "", {
    intercept: (request) => {
      if (request.url.includes("/form/summary_progress"))
        return Response.json({
          message: "",
          data: { isRunning: true, share: 0.3, stage: "reading the log" },
        });
      return request.url.includes("daily_results") ? new Promise(() => {}) : undefined;
    },
  });
  const table = await scorecard(view);
  const signals = signalsOf("daily_results");
  await view.user.click(within(table).getByRole("button", { name: "Details of Orders, New" }));
  await view.user.click(await within(table).findByRole("link", { name: "Over time" }));
  const section = await view.findByRole("region", { name: "Over time" });
  await waitFor(() => expect(document.activeElement).toBe(section));
  expect(view.router.state.location.search).toHaveProperty("time", "Orders::event_count.New");
  expect(await within(section).findByText("reading the log")).toBeTruthy();
  await view.user.click(within(section).getByRole("combobox", { name: "Treatment New" }));
  await view.user.click(await view.findByRole("option", { name: "Express" }));
  expect(await within(section).findByRole("combobox", { name: "Treatment Express" })).toBeTruthy();
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]));
});

test("health that was read while results were computed is read again with them", async () => {
  const early = [{ name: "Pre-experiment bias", status: "WAITING", description: "Later." }];
  const service = await serviceWithExperiment({});
  let reads = 0;
  const view = await consoleAt(at, {
    service,
    intercept: async (request) => {
      if (!request.url.endsWith("/experiments/form")) return undefined;
      reads += 1;
      const answer = await service.app.fetch(request);
      if (reads > 1) return answer;
      const { data, ...body } = await answer.json();
      return Response.json({ ...body, data: { ...data, healthChecks: early } }, answer);
    },
  });
  await scorecard(view);
  expect(await view.findByText(/of 7 checks/)).toBeTruthy();
  expect(reads).toBe(2);
});

test("of 300 metrics only those near the screen are drawn, and over time the first are offered", async () => {
  // Without a height all rows would count as near the screen.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(64);
  const names = Array.from({ length: 300 }, (_, index) => countMetric(`Metric ${index}`, "order"));
  const view = await page({
    metrics: names,
    experiment: { primaryMetrics: names.map(({ name, type }) => ({ name, type })), secondaryMetrics: [] },
  });
  const table = await scorecard(view);
  await waitFor(() => expect(table.getAttribute("aria-rowcount")).toBe("601"));
  await waitFor(() => expect(within(table).getAllByRole("row").length).toBeLessThan(120));
  expect(await view.findByText(/^30 of 300 metrics; every other one is drawn from its row/)).toBeTruthy();
});

/** Collects the abort signals of later requests to an endpoint. */
function signalsOf(endpoint: string): AbortSignal[] {
  const send = globalThis.fetch;
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (input: string | URL, init?: RequestInit) => {
    if (String(input).includes(endpoint) && init?.signal) signals.push(init.signal);
    return send(input, init);
  });
  return signals;
}

test("while results are computed it says how far they are, and leaving takes the request back", async () => {
  const view = await page({}, "?tab=groups", {
    intercept: (request) => {
      if (request.url.includes("summary_progress"))
        return Response.json({ message: "", data: { isRunning: true, share: 0.4, stage: "reading events" } });
      return request.url.includes("summary_charts") ? new Promise(() => {}) : undefined;
    },
  });
  await view.findByRole("figure", { name: /^Allocation/ });
  const signals = signalsOf("summary_charts");
  await view.user.click(view.getByRole("link", { name: "Results" }));
  expect(await view.findByText("reading events")).toBeTruthy();
  expect(view.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
  await view.user.click(view.getByRole("link", { name: "Setup" }));
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]));
});

test("while a page loads, nothing says that results are computed before they are", async () => {
  let asked = 0;
  let isRunning = false;
  const view = await page({}, "", {
    intercept: (request) => {
      if (request.url.includes("summary_progress")) {
        asked += 1;
        return Response.json({ message: "", data: { isRunning, share: 0, stage: "" } });
      }
      return request.url.includes("summary_charts") ? new Promise(() => {}) : undefined;
    },
  });
  await waitFor(() => expect(asked).toBeGreaterThan(1));
  expect(view.queryByText("Computing the results")).toBeNull();
  isRunning = true;
  expect(await view.findByText("Computing the results")).toBeTruthy();
});

test("a failed computation is told in place, the rest of the experiment stays within reach, and it is tried again", async () => {
  let down = true;
  const view = await page({}, "", {
    intercept: (request) =>
      down && request.url.includes("summary_charts")
        ? Response.json({ status: 500, message: "Out of memory" }, { status: 500 })
        : undefined,
  });
  expect(await view.findByText(/Out of memory/)).toBeTruthy();
  expect(view.getByRole("heading", { name: "Form", level: 1 })).toBeTruthy();
  expect(view.getByRole("region", { name: "Health checks" })).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: /^Groups/ }));
  expect(await view.findByRole("figure", { name: /^Allocation/ })).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: "Results" }));
  expect(await view.findByText(/Out of memory/)).toBeTruthy();
  down = false;
  await view.user.click(view.getByRole("button", { name: "Retry" }));
  expect(await scorecard(view)).toBeTruthy();
});

test("without a key it asks for one, and goes on with the results", async () => {
  const service = await serviceWithExperiment({});
  const view = await consoleAt(at, { service, key: "wrong" });
  await view.user.type(await view.findByLabelText("API key"), service.keys.read);
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect(await scorecard(view)).toBeTruthy();
});

test("a key that can only read sees all of it", async () => {
  const view = await page({}, "", { key: "read" });
  expect(rowsOf(await scorecard(view))).toHaveLength(4);
});

test("an id that is not there", async () => {
  const view = await consoleAt("/demo/experiments/fromage", { service: await serviceWithExperiment({}) });
  expect(await view.findByText(/fromage/)).toBeTruthy();
});

test("with groups that are not as large as planned results are not to be used", async () => {
  const view = await page({ log: { ...usualLog, new: { units: 60, order: 6 } } });
  await scorecard(view);
  expect(view.getByText(/checks? failed/)).toBeTruthy();
  const verdict = view.getByRole("region", { name: "What the data say" });
  expect(verdict.textContent).toMatch(/not/i);
  expect(verdict.textContent).not.toMatch(/better/);
});

test("before the first exposure it says what has to happen", async () => {
  const view = await page({ log: {} });
  expect(await view.findByRole("heading", { name: "No exposures were logged yet." })).toBeTruthy();
  expect(view.queryByRole("table", { name: /Change of each metric/ })).toBeNull();
});

test("on the first day it warns before the numbers", async () => {
  const view = await page({ experiment: { startTime: Date.now() - day / 4 } });
  expect(await view.findByRole("heading", { name: /too early to read/ })).toBeTruthy();
  expect(await scorecard(view)).toBeTruthy();
});

test("where nobody was exposed since the day that results are read from, it says that and leads back", async () => {
  const view = await page({}, `?since=${Date.now() - 60_000}`);
  expect(await view.findByRole("heading", { name: "Nobody was first exposed since then." })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Read the whole time" }));
  expect(await scorecard(view)).toBeTruthy();
});

test("in setup it opens on its plan, and its results say what is missing to start", async () => {
  const view = await page({ experiment: { status: "setup", startTime: null, primaryMetrics: [] }, log: {} });
  expect(await view.findByRole("region", { name: "Question" })).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: "Results" }));
  expect(await view.findByRole("heading", { name: "This experiment has not started." })).toBeTruthy();
  expect(view.getByText(/Choose at least one primary metric/)).toBeTruthy();
});

test("without metrics it says how to get results", async () => {
  const view = await page({ experiment: { primaryMetrics: [], secondaryMetrics: [] } });
  expect(await view.findByRole("heading", { name: "There are no metrics to show." })).toBeTruthy();
});

test("an archived experiment keeps its results and says how long it ran", async () => {
  const end = Date.now() - 2 * day;
  const view = await page({ experiment: { status: "archived", endTime: end } });
  expect(rowsOf(await scorecard(view))).toHaveLength(4);
  expect(view.getByText("Archived")).toBeTruthy();
  expect(view.getByText(/Ran 8/)).toBeTruthy();
});

test("groups: how they are allocated, and what each gets instead of the control's values", async () => {
  const view = await page({}, "?tab=groups");
  expect(plain((await view.findByRole("figure", { name: /^Allocation/ })).ariaLabel)).toBe(
    "Allocation: Old 27.2 %, New 26.4 %, Express 26.4 %, not in the experiment 20 %",
  );
  const row = view.getByRole("row", { name: /^fields/ });
  expect(row.textContent).toBe("fields94differs1differs");
  expect(view.getByRole("row", { name: /^title/ }).textContent).toBe('title"Order""Order"Not setdiffers');
});

test("metrics: which way is good, and how each is computed", async () => {
  const view = await page({}, "?tab=metrics");
  const row = await view.findByRole("row", { name: /^Complaints/ });
  expect(row.textContent).toContain("Lower is better");
  expect(row.textContent).toContain("Number of complaint events for each unit.");
});

test("metrics that cannot be read leave the rest of the experiment within reach, and are tried again", async () => {
  let down = true;
  const view = await page({}, "?tab=metrics", {
    intercept: (request) =>
      down && request.url.includes("/metrics/")
        ? Response.json({ status: 500, message: "Out of memory" }, { status: 500 })
        : undefined,
  });
  expect(await view.findByText(/Out of memory/)).toBeTruthy();
  expect(view.getByRole("heading", { name: "Form", level: 1 })).toBeTruthy();
  down = false;
  await view.user.click(view.getByRole("button", { name: "Retry" }));
  expect(await view.findByRole("row", { name: /^Complaints/ })).toBeTruthy();
});

test("targeting: a rule for some environments is not read as one for all", async () => {
  const rule = { name: "Test shop", passPercentage: 100, conditions: [{ type: "public" }] };
  const rules = [
    { ...rule, id: "a", name: "Staff", environments: null },
    { ...rule, id: "b", environments: ["staging", "development"] },
  ];
  const view = await page({ experiment: { inlineTargetingRulesJSON: JSON.stringify(rules) } }, "?tab=setup");
  expect(await view.findByText("Test shop: Everyone, in Staging and Development only")).toBeTruthy();
  expect(view.getByText("Staff: Everyone")).toBeTruthy();
});

test("targeting: inline rules without ids are read, and a text that cannot be read is shown as such", async () => {
  const conditions = [{ type: "country", operator: "any", targetValue: ["SE"] }];
  const inlineTargetingRulesJSON = JSON.stringify([{ name: "inline", passPercentage: 100, conditions }]);
  const read = await page({ experiment: { inlineTargetingRulesJSON } }, "?tab=setup");
  const shown = (_: string, element: Element | null) =>
    element?.tagName === "LI" && element.textContent === "Users in SE";
  expect(await read.findByText(shown)).toBeTruthy();
  read.unmount();
  const torn = await page({ experiment: { inlineTargetingRulesJSON: "country = SE" } }, "?tab=setup");
  expect(await torn.findByText(/The targeting cannot be read/)).toBeTruthy();
  expect(torn.getByText("country = SE")).toBeTruthy();
});

/** A server whose experiment had another group until eight days ago. */
async function changedWhileRunning() {
  const service = await serviceWithExperiment({});
  const changed = Date.now() - 8 * day;
  const [old, ...others] = storedExperiment().groups;
  const document = storedExperiment({
    groups: [{ ...old, id: "old", name: "Old", size: 34, parameterValues: { fields: 8 } }, ...others],
    version: 2,
    lastModifiedTime: changed,
  });
  await service.database.transaction((transaction) =>
    writeEntity(transaction, "experiment", { document, references: [] }, changed),
  );
  return { service, changed };
}

test("a change under the experiment is said on its day of the change so far, and of the exposures", async () => {
  const { service } = await changedWhileRunning();
  const view = await consoleAt(`${at}?time=Orders::event_count.Express`, { service });
  for (const [choice, name] of [
    ["So far", "Change so far, by day"],
    ["Shares per day", "Exposures per day, by day"],
  ] as const) {
    await view.user.click(await view.findByRole("button", { name: choice }));
    const chart = await view.findByRole("slider", { name });
    chart.focus();
    await view.user.keyboard("{Home}");
    const said: string[] = [];
    for (let step = 1; step <= Number(chart.getAttribute("aria-valuemax")); step += 1) {
      said.push(chart.getAttribute("aria-valuetext") ?? "");
      await view.user.keyboard("{ArrowRight}");
    }
    expect(said.filter((text) => text.endsWith("parameters changed."))).toHaveLength(1);
  }
});

test("after a change of the treatment the results can be read from that day on, and the page and address say so", async () => {
  const { service, changed } = await changedWhileRunning();
  const view = await consoleAt(at, { service });
  expect(await view.findByText(/^No verdict: the treatment was changed while it ran/)).toBeTruthy();
  await view.user.click(await view.findByRole("link", { name: "Read the results from here on" }));
  const notice = await view.findByText(
    /^These results are read from .* on, without those who were first exposed before/,
  );
  expect(notice).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ since: changed });
  expect(view.queryByText(/^No verdict: the treatment was changed while it ran/)).toBeNull();
  const row = within(await scorecard(view)).getByRole("row", { name: /^Orders, Express/ });
  // Exposures are spread over the first five days; only those of the last three remain.
  expect(row.getAttribute("aria-label")).toMatch(/1[12]\d units against/);
  await view.user.click(view.getByRole("button", { name: "Read the whole time" }));
  expect(await view.findByText(/^No verdict: the treatment was changed while it ran/)).toBeTruthy();
});
