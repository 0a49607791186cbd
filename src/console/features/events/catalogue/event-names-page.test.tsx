import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { loadEvents } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";

const at = (path: string) =>
  consoleAt(path, {
    fill: ({ database }) =>
      database.transaction((transaction) =>
        loadEvents(
          transaction,
          ["5.1", "5.2", "5.2"].map((version, index) => ({
            name: "order placed",
            time: testNow - index * 1000,
            unit: `u${index}`,
            value: "",
            source: "ios",
            metadata: JSON.stringify({ app_version: version }),
          })),
        ),
      ),
  });

test("a source says which versions of the app sent lately", async () => {
  const view = await at("/demo/events?tab=names&row=order+placed");
  const sources = within(await view.findByLabelText("Sources of order placed"));
  expect(await sources.findByText("Versions 5.2 and 5.1")).toBeTruthy();
  expect(sources.getByText(/^3 events, /)).toBeTruthy();
});

test("a page too far leads back, and a filter that fits none says so", async () => {
  const view = await at("/demo/events?tab=names&page=9");
  expect(await view.findByText("There are fewer pages of names.")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Previous page" }));
  expect(await view.findByRole("link", { name: "order placed" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "To look at" }));
  expect(await view.findByText("Nothing odd about these names.")).toBeTruthy();
  await view.user.type(view.getByRole("searchbox", { name: "Filter by name" }), "basket");
  expect(await view.findByText("Nothing odd about such a name.")).toBeTruthy();
});
