import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";

test("a stream that the service refused is asked for again by a click", async () => {
  let isRefused = true;
  const view = await consoleAt("/demo/events?tab=live", {
    intercept: ({ url }) =>
      isRefused && url.includes("/event_stream")
        ? Response.json({ status: 429, message: "Too many requests." }, { status: 429 })
        : undefined,
  });
  expect(await view.findByText(/Too many requests/)).toBeTruthy();
  isRefused = false;
  await view.user.click(view.getByRole("button", { name: "Retry" }));
  const live = within(await view.findByRole("region", { name: "Live" }));
  expect(await live.findByText("No event yet.")).toBeTruthy();
  view.unmount();
});

test("while a condition of the address cannot be read no other events stand in for its own", async () => {
  const view = await consoleAt("/demo/events?tab=live&where=country+DE");
  expect(await view.findByText("Nothing is shown until the condition above can be read.")).toBeTruthy();
  expect(view.queryByRole("region", { name: "Live" })).toBeNull();
  view.unmount();
});
