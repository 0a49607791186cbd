import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { countMetric, day, serviceWithExperiment, storedExperiment } from "#testing/stored-experiments.ts";

const experiments = [
  storedExperiment({ id: "bar", name: "Bar", status: "setup", startTime: null, tags: ["shop"] }),
  storedExperiment({ id: "old_form", name: "Old form", status: "archived", endTime: Date.now() - day }),
  storedExperiment({
    id: "late",
    name: "Late",
    startTime: Date.now() - 40.5 * day,
    endTime: null,
    groups: storedExperiment().groups.slice(0, 2),
  }),
];
/** Renders the list; the results of the experiment with a log have been computed. */
const list = async (path = "/demo/experiments", intercept: ConsoleOptions["intercept"] = () => undefined) => {
  const complaints = { ...countMetric("Complaints", "complaint", "decrease"), tags: ["guardrail"] };
  const service = await serviceWithExperiment({ metrics: [countMetric("Orders", "order"), complaints] });
  await service.database.transaction(async (transaction) => {
    for (const document of experiments)
      await writeEntity(transaction, "experiment", { document, references: [] }, Date.now());
  });
  // Reading the experiment waits only a second for its results, which take longer on a slow machine.
  await service.request("GET", "/console/v1/experiments/form/summary_charts");
  await service.request("GET", "/console/v1/experiments/form");
  return consoleAt(path, { service, intercept });
};
type View = Awaited<ReturnType<typeof list>>;
const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00a0", " ");
const rowOf = async (view: View, name: string) =>
  plain((await view.findByRole("link", { name })).closest("tr")?.textContent);
const names = (view: View) =>
  within(view.getByRole("table", { name: "Experiments" }))
    .getAllByRole("row")
    .flatMap((row) => within(row).queryAllByRole("link")[0]?.textContent ?? []);
const bands = (view: View) => view.getAllByRole("rowheader").map(({ textContent }) => textContent);

test("the count above the list says what is shown and what is archived, and leads to the archive", async () => {
  const view = await list();
  expect(await view.findByText(/^3 shown, 1 archived/)).toBeTruthy();
  expect(view.getByText("1–3 of 3")).toBeTruthy();
  await view.user.click(view.getByRole("link", { name: "Show the archived experiments" }));
  expect(await view.findByRole("link", { name: "Old form" })).toBeTruthy();
  expect(view.getByText("1 shown")).toBeTruthy();
  expect(view.queryByRole("link", { name: "Form" })).toBeNull();
});

test("a key of a search is asked for before the page is drawn with it", async () => {
  // As the server writes it into the page.
  document.head.innerHTML = '<meta name="api-key-header" content="SERVICE-API-KEY">';
  const asked: (string | null)[] = [];
  const view = await list("/demo/experiments", ({ url }) => {
    asked.push(new URL(url).searchParams.get("named"));
    return undefined;
  });
  await view.findByRole("link", { name: "Late" });
  fireEvent.change(view.getByRole("searchbox"), { target: { value: "late" } });
  expect(asked.filter((named) => named === "late")).toHaveLength(1);
  await waitFor(() => expect(names(view)).toEqual(["Late"]));
  document.head.innerHTML = "";
});

test("the rows stand in bands, what needs somebody first, each counted; another order has none", async () => {
  const view = await list();
  await view.findByRole("link", { name: "Form" });
  expect(bands(view)).toEqual(["Needs a decision1", "Running1", "Planned1"]);
  expect(names(view)).toEqual(["Late", "Form", "Bar"]);
  await view.user.click(view.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(names(view)).toEqual(["Bar", "Form", "Late"]));
  expect(view.queryAllByRole("rowheader")).toEqual([]);
});

test("a row tells health, the lead result with its group and age, the worst guardrail, the day and the next step", async () => {
  const view = await list();
  const row = await rowOf(view, "Form");
  for (const text of ["Healthy", "Orders, Express", "Day 11 of 30", "Wait", "ends "])
    expect(row).toContain(text);
  // With the same number of decimals, so that the values line up.
  expect(view.getByRole("cell", { name: /^Orders, Express ?better ?\+133\.\d\s%/ })).toBeTruthy();
  expect(view.getByRole("cell", { name: /^worse ?Complaints ?\+\d+\.\d\s%, Express$/ })).toBeTruthy();
  const today = new Date().toLocaleDateString("en", { day: "numeric", month: "short" });
  expect(view.getByTitle(new RegExp(`^Orders with Express, .*, better, computed ${today}`))).toBeTruthy();
  const late = await rowOf(view, "Late");
  for (const text of ["Not checked yet", "Not computed yet", "Day 41 of 30", "10 days late"])
    expect(late).toContain(text);
  expect(await rowOf(view, "Bar")).toContain("30 planned");
});

test("the next step leads to where it is taken", async () => {
  const view = await list();
  await view.user.click(await view.findByRole("link", { name: "Start: Bar" }));
  expect(await view.findByRole("heading", { level: 1, name: "Bar" })).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ tab: "setup" });
});

test("rows are sorted and filtered by what they tell, in the address", async () => {
  const view = await list("/demo/experiments?sort=health&order=descending");
  await view.findByRole("link", { name: "Form" });
  expect(names(view)).toEqual(["Form", "Late", "Bar"]);
  await view.user.click(view.getByRole("button", { name: "Lead metric" }));
  await waitFor(() => expect(view.router.state.location.search).toMatchObject({ sort: "lead" }));
  await view.user.click(view.getByRole("button", { name: "Guardrail", expanded: false }));
  await view.user.click(view.getByRole("checkbox", { name: "Worse" }));
  await waitFor(() => expect(names(view)).toEqual(["Form"]));
  expect(view.router.state.location.search).toMatchObject({ guardrail: ["worse"] });
});

test("columns can be hidden, and what is in view can be kept as a view", async () => {
  localStorage.clear();
  const view = await list("/demo/experiments?guardrail=%5B%22worse%22%5D");
  await view.findByRole("link", { name: "Form" });
  await view.user.click(view.getByRole("button", { name: "Columns" }));
  await view.user.click(view.getByRole("checkbox", { name: "Days" }));
  await waitFor(() => expect(view.queryByRole("columnheader", { name: "Days" })).toBeNull());
  await view.user.click(view.getByRole("button", { name: "Views" }));
  await view.user.type(await view.findByRole("textbox", { name: /Name for what is in view/ }), "Harm");
  await view.user.click(view.getByRole("button", { name: "Save the view" }));
  await view.user.click(view.getByRole("button", { name: "Everything in use" }));
  await view.findByRole("link", { name: "Late" });
  await view.user.click(view.getByRole("button", { name: "Views" }));
  await view.user.click(await view.findByRole("button", { name: "Harm" }));
  await waitFor(() =>
    expect(view.router.state.location.search).toEqual({ guardrail: ["worse"], hidden: ["days"] }),
  );
});

test("rows are reached by the arrow keys and opened by Enter", async () => {
  const view = await list();
  const late = (await view.findByRole("link", { name: "Late" })).closest("tr");
  late?.focus();
  await view.user.keyboard("{ArrowDown}{End}{Home}{ArrowDown}{Enter}");
  expect(await view.findByRole("heading", { level: 1, name: "Form" })).toBeTruthy();
});

test("the browser reads one page, whatever the number of experiments", async () => {
  const asked: string[] = [];
  const view = await list("/demo/experiments?limit=10", ({ url }) => {
    if (/\/experiment(s|_rows)\b/.test(url)) asked.push(url);
    return undefined;
  });
  await view.findByRole("link", { name: "Form" });
  expect(asked).toEqual([expect.stringContaining("limit=10")]);
});

test("a filter that nothing fits can be cleared", async () => {
  const view = await list("/demo/experiments?search=nothing");
  await view.user.click(await view.findByRole("button", { name: "Clear the filters" }));
  await view.user.click(await view.findByRole("link", { name: "Bar" }));
  expect(await view.findByRole("heading", { level: 1, name: "Bar" })).toBeTruthy();
});

test("the link to the calendar keeps the filters, but not the page", async () => {
  const view = await list('/demo/experiments?tags=["shop"]&page=1&limit=10');
  await view.findByRole("link", { name: "Bar" });
  const link = view.getByRole("link", { name: "Calendar" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toBe(
    '/demo/experiments?tags=["shop"]&limit=10&weeks=true',
  );
});

test("the calendar shows the same experiments by when they ran, is walked by keys and has its numbers in a table", async () => {
  const view = await list();
  await view.findByRole("link", { name: "Form" });
  await view.user.click(view.getByRole("link", { name: "Calendar" }));
  const form = await view.findByRole("link", { name: /^Form: Running, Day 11 of 30, / });
  form.focus();
  await view.user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toMatch(/^Late: Running, Day 41 of 30/);
  await view.user.keyboard("{End}");
  expect(document.activeElement?.textContent).toBe("Bar: Setup");
  const table = view.getByRole("table", { name: /^3 experiments by the weeks in which they ran, from / });
  const [, ...rows] = within(table).getAllByRole("row");
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual(["Form", "Late", "Bar"]);
  expect(plain(rows[0]?.textContent)).toMatch(/^FormRunning.*, planned.*Day 11 of 30ends /);
  expect(view.router.state.location.search).toMatchObject({ weeks: true });
});
