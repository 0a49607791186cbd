import { act, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";

test("a page that the service refuses names what it refused", async () => {
  const view = await consoleAt("/demo/events/%00");
  const alert = await view.findByRole("alert");
  expect(alert.textContent).toContain("The service answered 400");
  // The page queries the events of the name and its metrics; the error of whichever is answered first is shown.
  expect(alert.textContent).toMatch(/(name|eventName): Must not hold a null character/);
});

test("offline, what is in view stays and says how old it is", async () => {
  const view = await consoleAt("/demo/entity_properties");
  await view.findByText(/There are no entity property sources yet/);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  await view.findByText(/^You are offline\. You see what the service answered at/);
  onLine.mockRestore();
  act(() => void dispatchEvent(new Event("online")));
  expect(view.queryByText(/^You are offline/)).toBeNull();
});

test("a key that no header can carry is not sent", async () => {
  const view = await consoleAt("/demo/gates", { key: "" });
  await view.user.type(await view.findByLabelText("API key"), "schlüssel");
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect((await view.findByRole("alert")).textContent).toContain("only plain letters, digits and signs");
});

test("a link with another key is asked about, leaves the address at once, and is used only when accepted", async () => {
  const view = await consoleAt("/demo/gates");
  await view.findByRole("heading", { name: "Gates" });
  const open = (key: string) => {
    location.hash = `#key=${key}`;
    act(() => void dispatchEvent(new HashChangeEvent("hashchange")));
  };
  open(view.service.keys.read);
  expect(location.href).not.toContain("key=");
  await view.user.click(await view.findByRole("button", { name: "Keep as it is" }));
  expect(sessionStorage.getItem("assay.key")).toBe(view.service.keys.write);
  open(view.service.keys.read);
  await view.user.click(await view.findByRole("button", { name: "Use the key of the link" }));
  expect(sessionStorage.getItem("assay.key")).toBe(view.service.keys.read);
  await view.findAllByText(/Test reader/);
  open(view.service.keys.read);
  expect(view.queryByRole("alertdialog")).toBeNull();
});

test("another key is asked for only after a question, and the key is kept until it is answered", async () => {
  const view = await consoleAt("/demo/gates");
  await view.user.click(await view.findByRole("button", { name: "Use another key" }));
  await view.user.click(await view.findByRole("button", { name: "Keep as it is" }));
  expect(sessionStorage.getItem("assay.key")).toBe(view.service.keys.write);
  await view.user.click(view.getByRole("button", { name: "Use another key" }));
  const question = within(await view.findByRole("alertdialog", { name: /^Forget the key “/ }));
  expect(question.getByText(/What you have not saved stays in this browser as a draft/)).toBeTruthy();
  await view.user.click(question.getByRole("button", { name: "Use another key" }));
  await view.findByRole("heading", { name: "Enter your API key" });
  expect(sessionStorage.getItem("assay.key")).toBeNull();
});

test.each(["read", "write"])(
  "with a key to %s, the bar of every page says whether it can change anything",
  async (key) => {
    const view = await consoleAt("/demo/gates", { key });
    await view.findByRole("heading", { level: 1, name: "Gates" });
    if (key === "read") await view.findByText(/^Read-only key/);
    else expect(view.queryByText(/^Read-only key/)).toBeNull();
  },
);
