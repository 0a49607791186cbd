import { expect, test, vi } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { storeConfigs, storedConfig } from "#testing/stored-entities.ts";

const opened = async () => {
  const view = await consoleAt("/demo/dynamic_configs/shipping?tab=settings", {
    fill: (service) => storeConfigs(service, storedConfig("shipping", { name: "Shipping" })),
  });
  await view.findByRole("textbox", { name: "Description" });
  return view;
};
type View = Awaited<ReturnType<typeof opened>>;

const type = async (view: View) =>
  view.user.type(view.getByRole("textbox", { name: "Description" }), "Half a sentence");

const leave = async (view: View) => view.user.click(view.getByRole("link", { name: "Gates" }));

test("leaving asks nothing while the draft is kept", async () => {
  const view = await opened();
  await type(view);
  await view.findByText(/Draft kept in this browser since/);
  await leave(view);
  expect(await view.findByRole("heading", { level: 1, name: "Gates" })).toBeTruthy();
});

test("where the browser takes no draft, that is said, and leaving asks first", async () => {
  const view = await opened();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await type(view);
  expect(await view.findByText(/storage is full/)).toBeTruthy();
  await leave(view);
  expect(await view.findByRole("alertdialog", { name: "Leave your draft of Shipping" })).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Keep as it is" }));
  expect(view.getByDisplayValue("Half a sentence")).toBeTruthy();
  await leave(view);
  await view.user.click(await view.findByRole("button", { name: "Leave and lose it" }));
  expect(await view.findByRole("heading", { level: 1, name: "Gates" })).toBeTruthy();
});
