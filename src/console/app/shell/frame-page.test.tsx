import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";

test("a page that the service refuses names what it refused", async () => {
  const view = await consoleAt("/demo/events/%00");
  const alert = await view.findByRole("alert");
  expect(alert.textContent).toContain("The service answered 400");
  expect(alert.textContent).toContain("eventName: Must not hold a null character");
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
