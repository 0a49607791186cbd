import { z } from "zod/mini";
import { fireEvent, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { Metric } from "#contract/metric.ts";
import { loadEvents, type NewEvent } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";

// The chosen columns are stored there.
beforeEach(() => localStorage.clear());

const event = (number: number, change: Partial<NewEvent> = {}): NewEvent => ({
  name: "order placed",
  time: testNow - number * 1000,
  unit: `u${number}`,
  value: String(number),
  source: "web",
  metadata: JSON.stringify({ coupon: "SPRING", items: number }),
  ...change,
});

const events = [
  ...Array.from({ length: 30 }, (_, index) => event(index)),
  event(40, { name: "a/b", unit: "", metadata: "{}" }),
];
const metrics = [
  {
    id: "Orders::event_count",
    name: "Orders",
    type: "event_count",
    description: "Orders placed.",
    directionality: "increase",
    lineage: { events: ["order placed"], metrics: [] },
  },
];

const at = (path: string, options: ConsoleOptions = {}) =>
  consoleAt(path, {
    fill: ({ database }) =>
      database.transaction(async (transaction) => {
        await loadEvents(transaction, events);
        await writeMetrics(transaction, metrics);
      }),
    ...options,
  });

test("shows the newest events and opens one to what it carries", async () => {
  const view = await at("/demo/events");
  const [newest] = await view.findAllByRole("button", { name: /^Details of the event at/ });
  expect(await view.findByText("31 events, counted exactly")).toBeTruthy();
  if (newest) await view.user.click(newest);
  expect(await view.findByText("SPRING")).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ row: expect.stringContaining("-0") });
});

test("shows events as they arrive, counts them while it is paused, and says which were removed", async () => {
  const view = await at("/demo/events", {
    fill: ({ database }) =>
      database.transaction((transaction) =>
        transaction.query(`insert into events_removed (time) values (${Date.UTC(2026, 7, 24)})`),
      ),
  });
  expect(await view.findByText("Events before Aug 24, 2026 were removed.")).toBeTruthy();
  await view.user.click(view.getByRole("switch", { name: "Live" }));
  const live = within(await view.findByRole("region", { name: "Live" }));
  expect(await live.findByText("No event yet.")).toBeTruthy();
  const log = (numbers: number[]) =>
    view.service.database.transaction((transaction) =>
      loadEvents(
        transaction,
        numbers.map((one) => event(one)),
      ),
    );
  await log([1, 2]);
  expect(await live.findByText("u2")).toBeTruthy();
  expect(live.getByRole("status").textContent).toBe("Live");
  await view.user.click(live.getByRole("button", { name: "Pause" }));
  await log([3]);
  expect(await live.findByText("1 event came since.")).toBeTruthy();
  expect(live.queryByText("u3")).toBeNull();
  await view.user.click(live.getByRole("button", { name: "Go on" }));
  expect(await live.findByText("u3")).toBeTruthy();
  expect(live.getByText(/^3 events, /)).toBeTruthy();
  const [newest] = live.getAllByRole("button", { name: /^Details of order placed/ });
  if (newest) await view.user.click(newest);
  expect(await live.findByText("SPRING")).toBeTruthy();
  // A row that is being read stays where it is.
  expect(live.getByRole("status").textContent).toBe("Paused");
  expect(view.router.state.location.search).toEqual({ tab: "live" });
  view.unmount();
});

test("is read by keys alone, and a field of an opened row becomes a column that the address keeps", async () => {
  const view = await at("/demo/events/order%20placed");
  await view.findAllByText("u3");
  await view.user.keyboard("jjk{Enter}");
  const column = await view.findByRole("button", { name: "Column coupon" });
  expect(document.activeElement?.textContent).toContain("u0");
  // For events of a single name, some fields are columns by default.
  expect(view.getByRole("columnheader", { name: "items" })).toBeTruthy();
  await view.user.click(column);
  await waitFor(() => expect(view.queryByRole("columnheader", { name: "coupon" })).toBeNull());
  expect(view.router.state.location.search).toMatchObject({ fields: ["items"] });
  await view.user.click(await view.findByRole("button", { name: "Column coupon" }));
  expect(await view.findByRole("columnheader", { name: "coupon" })).toBeTruthy();
  await view.user.keyboard("{Escape}");
  await waitFor(() => expect(view.queryByText("Copy JSON")).toBeNull());
  expect(document.activeElement?.textContent).toContain("SPRING");
  expect(view.router.state.location.search).toEqual({ fields: ["items", "coupon"] });
});

test("an address that names columns opens with them, and they are chosen anew above the rows", async () => {
  const view = await at('/demo/events?fields=["items","gone"]');
  expect(await view.findByRole("columnheader", { name: "gone" })).toBeTruthy();
  await view.findAllByText("u3");
  await view.user.click(view.getByRole("button", { name: "Columns" }));
  await view.user.click(await view.findByRole("checkbox", { name: "gone" }));
  await waitFor(() => expect(view.queryByRole("columnheader", { name: "gone" })).toBeNull());
  expect(view.router.state.location.search).toEqual({ fields: ["items"] });
});

test("is asked by a sentence: conditions are typed, changed, taken away, and taken from a value of a row", async () => {
  const view = await at("/demo/events");
  await view.findAllByText("u3");
  const filter = view.getByRole("button", { name: "Filter" });
  await view.user.click(filter);
  const condition = view.getByRole("combobox", { name: "Condition" });
  expect(document.activeElement).toBe(condition);
  await view.user.type(condition, "items > many{Enter}");
  expect(await view.findByText(/^Expected a number after '>'/)).toBeTruthy();
  await view.user.clear(condition);
  await view.user.type(condition, "items >= 28 and coupon exists{Enter}");
  expect(await view.findByText("2 events, counted exactly")).toBeTruthy();
  expect(document.activeElement).toBe(filter);
  expect(view.getByRole("region", { name: "Which events" }).textContent).toMatch(
    /^How many events with items at least 28 and coupon present from the beginning Split\s+Filter$/,
  );
  await view.user.click(view.getByRole("button", { name: "Remove items >= 28" }));
  expect(await view.findByText("30 events, counted exactly")).toBeTruthy();
  // On a busy machine the rows of the previous condition may stay until after the number.
  await view.findAllByText("u3");
  const [newest] = await view.findAllByRole("button", { name: /^Details of the event at/ });
  if (newest) await view.user.click(newest);
  await view.user.click(await view.findByRole("button", { name: "Without userID u0" }));
  expect(await view.findByText("29 events, counted exactly")).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ where: "coupon exists and userID is not u0" });
});

test("any value in a row is taken into the question, or out of it, by a button beside it or by a key", async () => {
  const view = await at('/demo/events?fields=["coupon"]');
  const [coupon] = await view.findAllByText("SPRING");
  if (coupon) await view.user.hover(coupon);
  // Not `user.click`: in jsdom a pointer that moves to the button seems to leave the page.
  fireEvent.click(await view.findByTitle("Only coupon SPRING (i)"));
  expect(await view.findByText("30 events, counted exactly")).toBeTruthy();
  // Moves from the first row's name to the second row's user.
  const [user] = view.getAllByText("u0");
  user?.closest("tr")?.focus();
  await view.user.keyboard("j{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.textContent).toBe("u1");
  await view.user.keyboard("jx");
  expect(await view.findByText("29 events, counted exactly")).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({
    where: "coupon is SPRING and userID is not u2",
  });
});

test("the head of a column shows the values of its field", async () => {
  const view = await at('/demo/events?fields=["coupon"]');
  await view.findAllByText("SPRING");
  await view.user.click(view.getByRole("button", { name: "coupon" }));
  const panel = within(await view.findByRole("complementary", { name: "Values of coupon" }));
  expect(await panel.findByRole("rowheader", { name: "SPRING" })).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ fields: ["coupon"], field: "coupon" });
  await view.user.click(panel.getByRole("button", { name: "items" }));
  const other = within(await view.findByRole("complementary", { name: "Values of items" }));
  expect(await other.findByText("Median")).toBeTruthy();
  await view.user.click(other.getByRole("combobox", { name: "Values of items" }));
  await view.user.click(await view.findByRole("option", { name: "source" }));
  expect(await view.findByRole("rowheader", { name: "web" })).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ fields: ["coupon"], field: "source" });
});

test("lists all names with what they carry, and the address remembers the tab and the name", async () => {
  const view = await at("/demo/events");
  await view.user.click(await view.findByRole("link", { name: "Names" }));
  await view.user.click(await view.findByRole("button", { name: "Fields of order placed" }));
  expect(await view.findByText("SPRING")).toBeTruthy();
  expect(view.getByRole("img", { name: /^30 events in the last 30 days/ })).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ tab: "names", row: "order placed" });
});

test("the rows have no end but that of the log, each once and newest first, also while more arrive", async () => {
  const many = Array.from({ length: 70 }, (_, index) => event(index + 100, { unit: `m${index}` }));
  const view = await consoleAt("/demo/events", {
    fill: ({ database }) => database.transaction((transaction) => loadEvents(transaction, many)),
  });
  expect(await view.findByText("70 events, counted exactly · 50 read")).toBeTruthy();
  await view.service.database.transaction((transaction) => loadEvents(transaction, events));
  await view.user.click(view.getByRole("button", { name: "Read more" }));
  await view.findAllByText("m69");
  expect(view.queryByRole("button", { name: "Read more" })).toBeNull();
  const units = within(view.getByRole("table", { name: "Newest events" })).getAllByText(/^m\d+$/);
  // On a phone the user is shown beside the time, so each unit appears twice.
  expect([...new Set(units.map(({ textContent }) => textContent))]).toEqual(many.map(({ unit }) => unit));
});

test("opens an event by a name with a slash in it", async () => {
  const view = await at("/demo/events");
  await view.user.click(await view.findByRole("button", { name: "Filter" }));
  await view.user.type(view.getByRole("combobox", { name: "Condition" }), 'name is "a/b"{Enter}');
  await view.user.click(await view.findByRole("link", { name: "About a/b" }));
  expect(await view.findByRole("heading", { name: "a/b", level: 1 })).toBeTruthy();
  expect(await view.findByText("no user")).toBeTruthy();
});

test("says which metrics are derived from an event", async () => {
  const view = await at("/demo/events/order%20placed");
  const aside = within(await view.findByRole("complementary", { name: "Derived metrics" }));
  expect(await aside.findByText("Orders placed.")).toBeTruthy();
  expect(aside.getByText("event_count · higher is better")).toBeTruthy();
});

test("of many derived metrics shows some at a time, and the address remembers which", async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...metrics[0],
    id: `Count ${index}::event_count`,
    name: `Count ${String(index).padStart(2, "0")}`,
  }));
  const view = await consoleAt("/demo/events/order%20placed", {
    fill: ({ database }) =>
      database.transaction((transaction) => writeMetrics(transaction, z.array(Metric).parse(many))),
  });
  const aside = within(await view.findByRole("complementary", { name: "Derived metrics" }));
  expect(await aside.findByText("1–10 of 12")).toBeTruthy();
  await view.user.click(aside.getByRole("button", { name: "Next page" }));
  expect(await aside.findByText("Count 11")).toBeTruthy();
  expect(aside.queryByText("Count 00")).toBeNull();
  expect(view.router.state.location.search).toEqual({ metrics: 2 });
});

test("a value of a field filters the events, which are exported and become a metric", async () => {
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  URL.createObjectURL = (file) => {
    if ("size" in file) files.push(file);
    return "blob:";
  };
  const other = event(50, { metadata: JSON.stringify({ coupon: "NONE" }) });
  const view = await consoleAt("/demo/events/order%20placed", {
    fill: ({ database }) =>
      database.transaction((transaction) => loadEvents(transaction, [...events, other])),
  });
  await view.user.click(await view.findByRole("button", { name: "coupon" }));
  const panel = within(await view.findByRole("complementary", { name: "Values of coupon" }));
  await view.user.click(await panel.findByRole("button", { name: "Only NONE" }));
  expect(await view.findByText("1 event, counted exactly")).toBeTruthy();
  expect(view.router.state.location.search).toEqual({ field: "coupon", where: "coupon is NONE" });
  await view.user.click(panel.getByRole("button", { name: "Close" }));

  await view.user.click(view.getByRole("button", { name: "Export" }));
  await view.user.click(await view.findByRole("menuitem", { name: "NDJSON" }));
  expect(await view.findByText("Exported 1 event")).toBeTruthy();
  expect(JSON.parse((await files[0]?.text()) ?? "")).toMatchObject({ metadata: { coupon: "NONE" } });

  await view.user.click(view.getByRole("link", { name: "Make a metric" }));
  expect(await view.findByRole("heading", { level: 1, name: "New metric" })).toBeTruthy();
  expect((await view.findAllByDisplayValue("order placed")).length).toBeGreaterThan(0);
  expect((await view.findAllByDisplayValue("coupon")).length).toBeGreaterThan(0);
});

test("a filter that cannot be read says where, and no other events are shown", async () => {
  const view = await at("/demo/events/order%20placed?where=coupon");
  expect(await view.findByText(/character/)).toBeTruthy();
  expect(view.getByText("Nothing is shown until the condition above can be read.")).toBeTruthy();
  expect(view.queryByText(/counted exactly/)).toBeNull();
});

test("a name that was never logged says so, and has no metrics", async () => {
  const view = await at("/demo/events/nothing");
  expect(await view.findByText("No event of this name was logged.")).toBeTruthy();
  expect(await view.findByText("No metric is derived from this event.")).toBeTruthy();
});

test("a log without events says what to do", async () => {
  const view = await consoleAt("/demo/events");
  expect(await view.findByText(/No events were logged yet/)).toBeTruthy();
});

test("a page beyond the end and a broken address still open", async () => {
  const view = await at("/demo/events?page=none&limit=7");
  expect(await view.findByText("31 events, counted exactly")).toBeTruthy();
});

test("a service that fails offers to try again, and goes on", async () => {
  let isBroken = true;
  const view = await at("/demo/events", {
    intercept: (request) =>
      isBroken && request.url.includes("/console/v1/events?")
        ? Response.json({ status: 503, message: "The database is away." }, { status: 503 })
        : undefined,
  });
  expect(await view.findByText(/The database is away/)).toBeTruthy();
  isBroken = false;
  await view.user.click(view.getByRole("button", { name: "Retry" }));
  expect(await view.findByText("31 events, counted exactly")).toBeTruthy();
}, 30_000);

test("the button that turned the page keeps the focus, and a link to another page gives it to that page", async () => {
  const names = Array.from({ length: 51 }, (_, index) => event(index, { name: `name ${index + 10}` }));
  const view = await consoleAt("/demo/events?tab=names", {
    fill: ({ database }) => database.transaction((transaction) => loadEvents(transaction, names)),
  });
  const previous = await view.findByRole("button", { name: "Previous page" });
  await view.user.click(view.getByRole("button", { name: "Next page" }));
  // Waits for a link of the new page, because one of the previous page would disappear before it is clicked.
  const link = await view.findByRole("link", { name: "name 60" });
  expect(previous.isConnected).toBe(true);
  await view.user.click(link);
  await view.findByRole("heading", { level: 1, name: "name 60" });
  expect(document.activeElement?.id).toBe("content");
});
