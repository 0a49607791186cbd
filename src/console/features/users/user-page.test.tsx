import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures, type NewEvent } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";

const hour = 3_600_000;

const event = (name: string, country: string): NewEvent => ({
  name,
  time: testNow - 1000,
  unit: "u1",
  value: "",
  source: "web",
  metadata: JSON.stringify({ country }),
});

const at = (path: string) =>
  consoleAt(path, {
    fill: ({ database }) =>
      database.transaction((transaction) =>
        loadEvents(transaction, [event("order placed", "DE"), event("hearts", "SE")]),
      ),
  });

test("an address with a time and a condition that cannot be read shows all, and says what is wrong with the condition", async () => {
  const view = await at("/demo/users/u1?from=garbage&where=country");
  expect(await view.findByText("order placed")).toBeTruthy();
  expect(view.getByText("hearts")).toBeTruthy();
  expect(view.getByRole("alert").textContent).toMatch(/^Expected a condition after 'country'/);
  const conditions = view.getByLabelText("Conditions on events");
  await view.user.type(conditions, " is SE{Enter}");
  await expect.poll(() => view.queryByText("order placed")).toBeNull();
  expect(await view.findByText("hearts")).toBeTruthy();
  expect(view.queryByRole("alert")).toBeNull();
});

test("the head of a session and its rows show the time in the same way", async () => {
  const view = await at("/demo/users/u1");
  const session = within(await view.findByRole("region", { name: /^Nov 1, 2026, / }));
  const head = session.getByRole("heading").textContent;
  const [row] = session.getAllByRole("time").map(({ textContent }) => textContent);
  expect(head).toMatch(/, \d+:\d\d [AP]M$/);
  expect(row?.replace(/:\d\d(?= )/, "")).toBe(head.split(", ").at(-1));
});

test("a page that does not exist is the first one, and going back takes a condition away", async () => {
  const view = await at("/demo/users/u1?answers=experiments&page=-4");
  expect(await view.findByText("There are no experiments yet.")).toBeTruthy();
  const conditions = await view.findByLabelText("Conditions on events");
  await view.user.type(conditions, "country is SE{Enter}");
  await expect.poll(() => view.queryByText("order placed")).toBeNull();
  view.router.history.back();
  expect(await view.findByText("order placed")).toBeTruthy();
});

test("a strip shows when the user's sessions were, and what each of them holds", async () => {
  const view = await consoleAt("/demo/users/u1", {
    fill: ({ database }) =>
      database.transaction((transaction) =>
        loadEvents(transaction, [
          { ...event("order placed", "DE"), time: testNow - 60 * hour },
          event("hearts", "SE"),
        ]),
      ),
  });
  const strip = await view.findByRole("figure", { name: "2 sessions by day" });
  const titles = [...strip.querySelectorAll<HTMLElement>("[title]")].map(({ title }) => title);
  expect(titles).toEqual([
    expect.stringMatching(/: 1 event, 1 change$/),
    expect.stringMatching(/: 1 event$/),
  ]);
});

test("the strip marks when and how an experiment that the user met was changed, and admits where that is not known", async () => {
  let isBroken = false;
  const options: ConsoleOptions = {
    fill: ({ database }) =>
      database.transaction(async (transaction) => {
        for (const id of ["banner", "other"]) {
          const time = testNow - 30 * hour;
          const document = {
            id,
            name: `The ${id}`,
            isEnabled: true,
            status: "active",
            groups: [],
            version: 2,
            createdTime: time - hour,
            lastModifiedTime: time,
          };
          const planned = { ...document, status: "setup", version: 1, lastModifiedTime: time - hour };
          await writeEntity(transaction, "experiment", { document: planned, references: [] }, time - hour);
          await writeEntity(transaction, "experiment", { document, references: [] }, time);
        }
        await loadEvents(transaction, [
          { ...event("order placed", "DE"), time: testNow - 60 * hour },
          event("hearts", "DE"),
        ]);
        await loadExposures(transaction, [
          { experiment: "banner", group: "a", unit: "u1", time: testNow - 1000, properties: "{}" },
        ]);
      }),
    intercept: ({ url }) =>
      isBroken && url.includes("/changes") ? Promise.reject(new TypeError("Failed to fetch")) : undefined,
  };
  const view = await consoleAt("/demo/users/u1", options);
  const marked = await view.findByText(/^Marked: 2 changes of what this user met/);
  expect(marked.textContent).toMatch(/, the newest The banner on Oct 31: Status Setup → Running$/);
  expect(within(marked).getByRole("link").getAttribute("href")).toBe("/demo/experiments/banner");
  expect(view.getByTitle(/^The banner, Oct 31, 2026.*: Status Setup → Running\s.*: created$/)).toBeTruthy();
  expect(view.queryByTitle(/^The other/)).toBeNull();
  const strip = view.getByRole("figure", { name: "2 sessions by day" });
  expect(within(strip).getAllByText("1 event")).toHaveLength(2);
  view.unmount();
  isBroken = true;
  const again = await consoleAt("/demo/users/u1", { ...options, service: view.service });
  expect(await again.findByText("Changes of gates, configs and experiments could not be read.")).toBeTruthy();
});

test("what came earlier is asked again after a failure, below what is shown, and the filters count what is read", async () => {
  let isBroken = true;
  const view = await consoleAt("/demo/users/u1", {
    fill: ({ database }) =>
      database.transaction((transaction) =>
        loadEvents(
          transaction,
          Array.from({ length: 150 }, (_, index) => ({
            ...event(index % 2 ? "hearts" : "order placed", "DE"),
            time: testNow - index * hour,
          })),
        ),
      ),
    intercept: ({ url }) =>
      // Not a network failure, after which the console would poll the service by itself.
      isBroken && url.includes("cursor=")
        ? Response.json({ status: 503, message: "The database is away." }, { status: 503 })
        : undefined,
  });
  await view.user.click(await view.findByRole("button", { name: "Show earlier" }));
  expect(await view.findByText("What came earlier could not be read")).toBeTruthy();
  const shown = view.getAllByText("hearts").length;
  const counts = () =>
    within(view.getByRole("group", { name: "Show" }))
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
  expect(counts()).toEqual(["All100+", "Events100+", "Exposures", "Checks", "Changes"]);
  expect(shown).toBeGreaterThan(10);
  isBroken = false;
  await view.user.click(view.getByRole("button", { name: "Retry" }));
  await expect.poll(() => view.getAllByText("hearts").length).toBeGreaterThan(shown);
  expect(view.queryByText("What came earlier could not be read")).toBeNull();
  const whole = ["All150", "Events150", "Exposures0", "Checks0", "Changes0"];
  await expect.poll(counts).toEqual(whole);
  await view.user.click(view.getByRole("button", { name: /^Checks/ }));
  expect(await view.findByText("Nothing of this user fits these filters.")).toBeTruthy();
  expect(counts()).toEqual(whole);
}, 30_000);
