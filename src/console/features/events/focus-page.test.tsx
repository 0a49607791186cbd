// Where the focus goes when what held it disappears, and what keys close.
import { waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { loadEvents, type NewEvent } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";

// The chosen columns are stored there.
beforeEach(() => localStorage.clear());

const event = (number: number): NewEvent => ({
  name: "order placed",
  time: testNow - number * 1000,
  unit: `u${number}`,
  value: String(number),
  source: "web",
  metadata: JSON.stringify({ coupon: "SPRING", items: number }),
});

const at = (path: string) =>
  consoleAt(path, {
    fill: ({ database }) =>
      database.transaction((transaction) =>
        loadEvents(
          transaction,
          Array.from({ length: 10 }, (_, index) => event(index)),
        ),
      ),
  });

const focused = () => document.activeElement?.textContent;

test("a condition that is taken away leaves the focus in the sentence", async () => {
  const view = await at("/demo/events?where=coupon+is+SPRING+and+items+>+3");
  await view.user.click(await view.findByRole("button", { name: "Remove items > 3" }));
  expect(document.activeElement).toBe(view.getByRole("button", { name: "Filter" }));
});

test("a value that is taken by a key leaves the focus in the rows, as do the details that it closes", async () => {
  const view = await at("/demo/events/order%20placed");
  await view.findAllByText("u3");
  await view.user.keyboard("j{ArrowRight}x");
  expect(await view.findByText("9 events, counted exactly")).toBeTruthy();
  await waitFor(() => expect(focused()).toContain("u1"));
  await view.user.keyboard("{Enter}");
  (await view.findByRole("button", { name: "Without userID u1" })).focus();
  await view.user.keyboard("{Enter}");
  expect(await view.findByText("8 events, counted exactly")).toBeTruthy();
  await waitFor(() => expect(focused()).toContain("u2"));
  expect(document.activeElement?.localName).toBe("tr");
});

test("Escape closes the values of a field, but not while their list of fields is open", async () => {
  const view = await at("/demo/events?field=coupon");
  const panel = await view.findByRole("complementary", { name: "Values of coupon" });
  await view.user.click(await within(panel).findByRole("combobox", { name: /^Values of/ }));
  await view.findByRole("option", { name: "items" });
  await view.user.keyboard("{Escape}");
  await waitFor(() => expect(view.queryByRole("option", { name: "items" })).toBeNull());
  expect(view.getByRole("complementary", { name: "Values of coupon" })).toBeTruthy();
  panel.focus();
  await view.user.keyboard("{Escape}");
  await waitFor(() => expect(view.queryByRole("complementary", { name: "Values of coupon" })).toBeNull());
});
