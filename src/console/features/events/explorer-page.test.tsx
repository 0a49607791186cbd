import { fireEvent, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, type NewEvent } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";

// The chosen columns are stored there.
beforeEach(() => localStorage.clear());

const day = 86_400_000;
/** One event per hour, for two days. */
const events = Array.from({ length: 48 }, (_, index): NewEvent => ({
  name: index % 2 === 0 ? "order placed" : "hearts",
  time: testNow - index * (day / 24) - 1000,
  unit: `u${index}`,
  value: "",
  source: "web",
  metadata: JSON.stringify({ country: index < 10 ? "DE" : "SE" }),
}));

const at = (path: string, options: ConsoleOptions = {}) =>
  consoleAt(path, {
    ...options,
    fill: ({ database }) => database.transaction((transaction) => loadEvents(transaction, events)),
  });

test("a part of the chart shows its events alone, is taken back, and becomes the time of the question", async () => {
  const view = await at("/demo/events?field=country");
  const chart = await view.findByRole("group", { name: /^Choose a time/ });
  expect(await view.findByText("48 events, counted exactly")).toBeTruthy();
  chart.focus();
  await view.user.keyboard("{ArrowLeft}{Enter}");
  const last = await view.findByText(/^\d events?, counted exactly$/);
  expect(view.getAllByText("u0").length).toBeGreaterThan(0);
  expect(view.router.state.location.search).toMatchObject({ during: expect.stringContaining("/") });
  // The values are those of the listed rows, while the number and the chart cover the whole time.
  const values = within(view.getByRole("complementary", { name: "Values of country" }));
  expect(await values.findByRole("rowheader", { name: "DE" })).toBeTruthy();
  await waitFor(() => expect(values.queryByText("SE")).toBeNull());
  expect(view.getByRole("region", { name: "Which events" }).textContent).toContain("from the beginning");

  await view.user.click(view.getByRole("button", { name: "Clear" }));
  expect(await view.findByText("48 events, counted exactly")).toBeTruthy();
  chart.focus();
  await view.user.keyboard("{ArrowLeft}{Enter}");
  await view.user.click(await view.findByRole("button", { name: "Zoom in" }));
  expect(await view.findByText(last.textContent ?? "")).toBeTruthy();
  const { search } = view.router.state.location;
  expect(search).toMatchObject({ from: expect.any(String), to: expect.any(String) });
  expect(search).not.toHaveProperty("during");
});

test("the opened row of a link is scrolled to, and asked for by its time if it is further down than the first rows", async () => {
  const scrolled = vi.fn<(this: Element) => void>(function (this: Element) {
    order.push(this.textContent ?? "");
  });
  const order: string[] = [];
  vi.stubGlobal("innerHeight", -1);
  Object.assign(Element.prototype, { scrollIntoView: scrolled });
  const many = Array.from({ length: 120 }, (_, index): NewEvent => ({
    name: "order placed",
    value: "",
    source: "web",
    metadata: "{}",
    time: testNow - index * 60_000 - 1000,
    unit: `m${index}`,
  }));
  const open = (index: number) =>
    consoleAt(`/demo/events?row="${many[index]?.time}-0"`, {
      fill: ({ database }) => database.transaction((transaction) => loadEvents(transaction, many)),
    });
  const near = await open(40);
  expect(await near.findByRole("button", { name: /^Copy JSON|JSON/ })).toBeTruthy();
  await expect.poll(() => order.join()).toContain("m40");
  expect(near.router.state.location.search).not.toHaveProperty("during");
  near.unmount();
  const far = await open(100);
  await expect.poll(() => order.join()).toContain("m100");
  expect(far.router.state.location.search).toMatchObject({ during: expect.stringContaining("/") });
  expect(far.queryByText("m99")).toBeNull();
  vi.unstubAllGlobals();
});

test("the page of one event asks with the same sentence and chart, beside its metrics", async () => {
  const view = await at("/demo/events/hearts");
  const question = await view.findByRole("region", { name: "Which events" });
  expect(question.textContent).toMatch(/^How many hearts from the beginning/);
  expect(await view.findByText("24 events, counted exactly")).toBeTruthy();
  expect(view.getByRole("complementary", { name: "Derived metrics" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Filter" }));
  await view.user.type(view.getByRole("combobox", { name: "Condition" }), "country is DE{Enter}");
  expect(await view.findByText("5 events, counted exactly")).toBeTruthy();
  expect(view.router.state.location.pathname).toBe("/demo/events/hearts");
  expect(view.router.state.location.search).toEqual({ where: "country is DE" });
});

test("a condition that is changed stays in the question until it is another one, and Escape leaves it", async () => {
  const view = await at("/demo/events?where=country+is+DE");
  expect(await view.findByText("10 events, counted exactly")).toBeTruthy();
  await view.user.click(view.getByTitle("Change this condition"));
  expect(view.getByText("10 events, counted exactly")).toBeTruthy();
  await view.user.keyboard("{Escape}{Escape}");
  await waitFor(() => expect(view.queryByRole("combobox", { name: "Condition" })).toBeNull());
  expect(view.router.state.location.search).toEqual({ where: "country is DE" });
  await view.user.click(view.getByTitle("Change this condition"));
  await view.user.clear(view.getByRole("combobox", { name: "Condition" }));
  await view.user.type(view.getByRole("combobox", { name: "Condition" }), "country is SE{Enter}");
  expect(await view.findByText("38 events, counted exactly")).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ where: "country is SE" });
});

test("a condition of the address that cannot be read counts nothing until it is one", async () => {
  const view = await at("/demo/events?where=country+DE");
  expect(await view.findByText("Nothing is shown until the condition above can be read.")).toBeTruthy();
  expect(view.queryByRole("group", { name: /^Choose a time/ })).toBeNull();
  expect(view.queryByText("u0")).toBeNull();
  // An export or a metric would include all events.
  expect(view.queryByRole("link", { name: "Make a metric" })).toBeNull();
  expect(view.queryByRole("button", { name: "Export" })).toBeNull();
  const condition = view.getByRole("combobox", { name: "Condition" });
  await view.user.clear(condition);
  await view.user.type(condition, "country is DE{Enter}");
  expect(await view.findByText("10 events, counted exactly")).toBeTruthy();
  expect(view.getByRole("link", { name: "Make a metric" })).toBeTruthy();
  // For phones, whose top bar has no room for the button.
  expect(view.getByRole("link", { name: "Make it a metric" })).toBeTruthy();
});

test("a saved view names the page, and says when the question is not its own any more", async () => {
  const view = await at("/demo/events?where=country+is+DE");
  expect(await view.findByText("10 events, counted exactly")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Views" }));
  await view.user.type(await view.findByLabelText("Name for what is in view"), "From Germany");
  await view.user.click(view.getByRole("button", { name: "Save the view" }));
  const crumbs = within(await view.findByRole("navigation", { name: "Breadcrumb" }));
  expect(await crumbs.findByText("From Germany")).toBeTruthy();
  expect(document.title).toBe("From Germany · Events · Assay");
  expect(await view.findByText("Saved by Test writer")).toBeTruthy();

  await view.user.click(view.getByRole("button", { name: "Remove country is DE" }));
  expect(await view.findByText("Changed since it was saved")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Undo changes" }));
  expect(await view.findByText("10 events, counted exactly")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Remove country is DE" }));
  await view.user.click(await view.findByRole("button", { name: "Save changes" }));
  expect(await view.findByText("Saved by Test writer")).toBeTruthy();
  await view.user.click(crumbs.getByRole("link", { name: "Events" }));
  expect(await crumbs.findByText("Events")).toBeTruthy();
  expect(view.router.state.location.search).toEqual({});
});

test("while the service is away the question stays in view, and a retry answers it", async () => {
  let isAway = false;
  const view = await at("/demo/events?where=country+is+DE", {
    intercept: () => (isAway ? Promise.reject(new TypeError("Failed to fetch")) : undefined),
  });
  expect(await view.findByText("10 events, counted exactly")).toBeTruthy();
  isAway = true;
  await view.user.click(view.getByRole("button", { name: "Remove country is DE" }));
  expect(await view.findByText("The events could not be read")).toBeTruthy();
  expect(view.getByRole("region", { name: "Which events" }).textContent).toMatch(/^How many events from/);
  isAway = false;
  await view.user.click(view.getByRole("button", { name: "Retry" }));
  expect(await view.findByText("48 events, counted exactly")).toBeTruthy();
  expect(view.queryByText("The events could not be read")).toBeNull();
});

test("a year that no log has is refused at its field", async () => {
  const view = await at("/demo/events");
  await view.user.click(await view.findByRole("combobox", { name: "from the beginning" }));
  await view.user.click(await view.findByRole("option", { name: /^between/ }));
  const show = await view.findByRole("button", { name: "Show these" });
  const from = view.getByLabelText("From");
  for (const wrong of ["0026-10-31T00:00", "202610-10-31T00:00"]) {
    fireEvent.change(from, { target: { value: wrong } });
    await view.user.click(show);
    expect(view.getAllByText("Give the year with four digits").length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(from);
  }
  fireEvent.change(from, { target: { value: "2026-10-31T00:00" } });
  await view.user.click(show);
  await waitFor(() => expect(view.router.state.location.search).toHaveProperty("from"));
});

test("a step back takes the split of the chart away again", async () => {
  const view = await at("/demo/events?where=country+is+DE");
  await view.user.click(await view.findByRole("combobox", { name: "Split" }));
  await view.user.click(await view.findByRole("option", { name: "country" }));
  await waitFor(() => expect(view.router.state.location.search).toHaveProperty("split"));
  view.router.history.back();
  await waitFor(() => expect(view.router.state.location.search).toEqual({ where: "country is DE" }));
});

test("a date that is typed in part is refused at its field, and taken once it is whole", async () => {
  const view = await at("/demo/events");
  await view.user.click(await view.findByRole("combobox", { name: "from the beginning" }));
  await view.user.click(await view.findByRole("option", { name: /^between/ }));
  const until = await view.findByLabelText("To, not included");
  // Simulated, because only a real browser has partly filled date inputs.
  Object.defineProperty(until, "validity", { configurable: true, value: { badInput: true } });
  await view.user.click(view.getByRole("button", { name: "Show these" }));
  expect(view.getByText("Give the whole date and time, or leave it empty")).toBeTruthy();
  expect(until.getAttribute("aria-invalid")).toBe("true");
  expect(view.router.state.location.search).toEqual({});
  Reflect.deleteProperty(until, "validity");
  fireEvent.change(until, { target: { value: "2026-11-01T00:00" } });
  expect(view.queryByText("Give the whole date and time, or leave it empty")).toBeNull();
  await view.user.click(view.getByRole("button", { name: "Show these" }));
  await waitFor(() => expect(view.router.state.location.search).toHaveProperty("to"));
});

test("a count that fails says so beside the rows that are there, and is tried again alone", async () => {
  let isBroken = true;
  const view = await at("/demo/events?where=country+is+DE", {
    intercept: ({ url }) =>
      isBroken && url.includes("/event_total")
        ? Response.json({ status: 503, message: "The database is away." }, { status: 503 })
        : undefined,
  });
  expect(await view.findByText(/^Not counted\. The database is away\./)).toBeTruthy();
  expect(await view.findAllByText("u0")).not.toHaveLength(0);
  isBroken = false;
  await view.user.click(view.getByRole("button", { name: "Try again" }));
  expect(await view.findByText("of 10 users")).toBeTruthy();
  expect(view.queryByText(/^Not counted\./)).toBeNull();
}, 30_000);

test("the values of a field of one event say since which day it carries it", async () => {
  const view = await at("/demo/events?where=name+is+hearts&field=country");
  const values = within(await view.findByRole("complementary", { name: "Values of country" }));
  const since = await values.findByText("Since");
  expect(since.nextElementSibling?.textContent).toBe("Oct 30, 2026");
});

test("a change below the chart says what changed, in the table of its numbers too", async () => {
  const view = await consoleAt("/demo/events?split=country", {
    fill: ({ database }) =>
      database.transaction(async (transaction) => {
        const time = testNow - 5 * (day / 24);
        const planned = {
          id: "banner",
          name: "The banner",
          isEnabled: true,
          status: "setup",
          groups: [],
          version: 1,
          createdTime: time - 9 * day,
          lastModifiedTime: time - 9 * day,
        };
        const running = { ...planned, status: "active", version: 2, lastModifiedTime: time };
        await writeEntity(transaction, "experiment", { document: planned, references: [] }, time - 9 * day);
        await writeEntity(transaction, "experiment", { document: running, references: [] }, time);
        await loadEvents(transaction, events);
      }),
  });
  const chart = await view.findByRole("figure", { name: "Events over time" });
  expect(await within(chart).findByTitle(/^Nov 1, 2026.*, The banner: Status Setup → Running$/)).toBeTruthy();
  expect(
    within(chart).getByRole("cell", { name: "The banner: Status Setup → Running", hidden: true }),
  ).toBeTruthy();
});

test("the answer to another question is drawn at once, whatever part of it comes last", async () => {
  let isSlow = false;
  const view = await at("/demo/events?where=country+is+DE", {
    intercept: async ({ url }) => {
      if (isSlow && url.includes("/event_total")) await new Promise((resolve) => setTimeout(resolve, 300));
      return undefined;
    },
  });
  expect(await view.findByText("10 events, counted exactly")).toBeTruthy();
  isSlow = true;
  // However slow the machine is, the page waits for the whole answer.
  const wait = setTimeout;
  vi.stubGlobal("setTimeout", (work: () => void, ms?: number) => (ms === 500 ? 0 : wait(work, ms)));
  const drawn = new Set<string>();
  const observer = new MutationObserver(() => {
    const text = document.body.textContent;
    drawn.add(`${/(\d+)eventsof/.exec(text)?.[1]} events, ${text.includes("u12") ? "with" : "without"} u12`);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await view.user.click(view.getByRole("button", { name: "Remove country is DE" }));
  expect(await view.findByText("48 events, counted exactly")).toBeTruthy();
  observer.disconnect();
  vi.unstubAllGlobals();
  expect([...drawn]).toEqual(["10 events, without u12", "48 events, with u12"]);
});

test("a question without an answer that is taken back shows no empty log meanwhile", async () => {
  const view = await at("/demo/events?where=country+is+NO");
  expect(await view.findByText(/^No event fits\./)).toBeTruthy();
  let isEmptyLog = false;
  const observer = new MutationObserver(() => {
    isEmptyLog ||= document.body.textContent.includes("No events were logged yet");
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await view.user.click(view.getByRole("button", { name: "Remove country is NO" }));
  expect(await view.findByText("48 events, counted exactly")).toBeTruthy();
  observer.disconnect();
  expect(isEmptyLog).toBe(false);
});
