import { waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { checkoutAt, fillWithCheckout } from "#testing/checkout-gate.ts";
import { consoleAt } from "#testing/console-at.tsx";

test("shows rules as sentences and what needs the gate", async () => {
  const view = await checkoutAt();
  expect(await view.findByRole("heading", { name: "Checkout", level: 1 })).toBeTruthy();
  const rules = within(await view.findByRole("list", { name: "Rules" }));
  const [staff] = rules.getAllByRole("listitem");
  expect(staff?.textContent).toMatch(/Staff.*E-mail contains @a\.example.*All.*10/);
  expect(await view.findByRole("link", { name: "Saved cards" })).toBeTruthy();
});

test("six tabs, of which the one of the address is current", async () => {
  const view = await checkoutAt("?tab=sides");
  const tabs = within(await view.findByRole("navigation", { name: "Parts" }));
  expect(tabs.getAllByRole("link").map((tab) => tab.textContent)).toEqual([
    "Overview",
    "Checks",
    "Test a user",
    "Back-test",
    "Settings",
    expect.stringMatching(/^History/),
  ]);
  expect(tabs.getByRole("link", { current: "page" }).textContent).toBe("Back-test");
});

test.each([
  ["rules", []],
  ["references", ["Dependencies"]],
])("a link to the former tab %s leads to that part of the overview", async (tab, asked) => {
  const brought: string[] = [];
  const into = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    brought.push(this.querySelector("h2")?.textContent ?? "");
  });
  const view = await checkoutAt(`?tab=${tab}`);
  const tabs = within(await view.findByRole("navigation", { name: "Parts" }));
  expect(tabs.getByRole("link", { current: "page" }).textContent).toBe("Overview");
  expect(await view.findByRole("list", { name: "Rules" })).toBeTruthy();
  expect(await view.findByRole("tree", { name: "Used by" })).toBeTruthy();
  expect([...new Set(brought)]).toEqual(asked);
  into.mockRestore();
});

test("an id that does not exist shows what is close to it", async () => {
  const view = await consoleAt("/demo/gates/chekout", { fill: fillWithCheckout });
  expect(await view.findByRole("heading", { name: "There is no gate with this id" })).toBeTruthy();
  expect(await view.findByRole("link", { name: /Checkout/ })).toBeTruthy();
});

test("an answer that does not fit names the field and offers the raw answer", async () => {
  const view = await checkoutAt("", {
    intercept: (request) =>
      new URL(request.url).pathname.endsWith("/gates/checkout")
        ? Response.json({
            message: "ok",
            data: { id: 5, name: "X", isEnabled: true, status: "S", rules: [] },
          })
        : undefined,
  });
  expect(await view.findByRole("heading", { name: "The answer does not fit" })).toBeTruthy();
  expect(view.getByText("data.id")).toBeTruthy();
  expect(view.getByText("The answer as it came")).toBeTruthy();
});

test("where the gates behind the rules cannot be read, that is said, and a retry reads them", async () => {
  let down = true;
  const view = await consoleAt("/demo/gates/saved_cards?tab=trial", {
    fill: fillWithCheckout,
    intercept: (request) =>
      down && /\/(dependencies|event_users)$/.test(new URL(request.url).pathname)
        ? Response.json({ status: 500, message: "Out of order" }, { status: 500 })
        : undefined,
  });
  await view.findByText("The gates that the rules refer to could not be read");
  expect(await view.findByText("The recent users could not be read.", { exact: false })).toBeTruthy();
  expect(view.getByText(/^Passes checkout/)).toBeTruthy();
  down = false;
  for (const retry of view.getAllByRole("button", { name: "Retry" })) await view.user.click(retry);
  expect(await view.findByText(/^Passes Checkout/)).toBeTruthy();
  await waitFor(() => expect(view.queryByText(/could not be read/)).toBeNull());
});

test("where the row of tabs is too narrow for all, it is scrolled to the current one", async () => {
  const sizes = [
    vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockImplementation(function (this: HTMLElement) {
      return this.tagName === "NAV" ? 16 : 416;
    }),
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(60),
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300),
  ];
  const view = await checkoutAt("?tab=history");
  await view.findByRole("heading", { name: "History" });
  expect(view.getByRole("navigation", { name: "Parts" }).scrollLeft).toBe(160);
  for (const size of sizes) size.mockRestore();
});
