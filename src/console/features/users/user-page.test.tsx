import { expect, test } from "vitest";
import { loadEvents, type NewEvent } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";

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

test("a strip shows when the user's sessions were, and what each of them holds", async () => {
  const hour = 3_600_000;
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
