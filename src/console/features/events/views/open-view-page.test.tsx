import { z } from "zod/mini";
import { waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { loadEvents, type NewEvent } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { consoleAt } from "#testing/console-at.tsx";

type Service = Awaited<ReturnType<typeof testApp>>;

// The chosen columns are stored there.
beforeEach(() => localStorage.clear());

const event: NewEvent = {
  name: "order placed",
  time: testNow - 1000,
  unit: "u1",
  value: "",
  source: "web",
  metadata: JSON.stringify({ country: "DE" }),
};
/** Saves changes to an open view, just after `between` has run as another user. */
async function saveChanged(between: (service: Service, address: string) => unknown) {
  const service = await testApp();
  await service.database.transaction((transaction) => loadEvents(transaction, [event]));
  const body = { name: "From Germany", query: { where: "country is DE" } };
  const made = await service.request("POST", "/console/v1/event_views", { body });
  const { id } = z.object({ id: z.string() }).parse(made.body.data);
  const address = `/console/v1/event_views/${id}`;
  let isFirst = true;
  const view = await consoleAt(`/demo/events?where=country+is+SE&view=${id}`, {
    service,
    intercept: async ({ method }) => {
      if (method !== "PATCH" || !isFirst) return undefined;
      isFirst = false;
      const answer = await between(service, address);
      return answer instanceof Response ? answer : undefined;
    },
  });
  await view.user.click(await view.findByRole("button", { name: "Save changes" }));
  return { ...view, whereOf: async () => (await service.request("GET", address)).body.data };
}

test("a view that a colleague saved meanwhile is not overwritten unseen, and by a second click", async () => {
  const view = await saveChanged((service, address) =>
    service.request("PATCH", address, { body: { query: { where: "country is FI" } } }),
  );
  expect(await view.findByText("Not saved. Somebody saved it meanwhile.")).toBeTruthy();
  expect(await view.whereOf()).toMatchObject({ query: { where: "country is FI" } });
  await view.user.click(await view.findByRole("button", { name: "Save over it" }));
  expect(await view.findByText("Saved by Test writer")).toBeTruthy();
  expect(await view.whereOf()).toMatchObject({ query: { where: "country is SE" } });
});

test("a view that was replaced meanwhile is told before it can be overwritten", async () => {
  const service = await testApp();
  await service.database.transaction((transaction) => loadEvents(transaction, [event]));
  const body = { name: "From Germany", query: { where: "country is DE" } };
  const made = await service.request("POST", "/console/v1/event_views", { body });
  const { id } = z.object({ id: z.string() }).parse(made.body.data);
  await service.request("POST", "/console/v1/event_views", { body: { ...body, name: "Other" } });
  const view = await consoleAt(`/demo/events?where=country+is+SE&view=${id}`, { service });
  expect(await view.findByText("Changed since it was saved")).toBeTruthy();
  const theirs = { query: { where: "country is FI" } };
  await service.request("PATCH", `/console/v1/event_views/${id}`, { body: theirs });
  // Deleting another view reads everything again, as a save in another tab would.
  await view.user.click(view.getByRole("button", { name: "Saved views" }));
  await view.user.click(await view.findByRole("button", { name: "Delete Other" }));
  await view.user.click(view.getByRole("button", { name: "Delete Other for everybody" }));
  await view.user.keyboard("{Escape}");
  expect(await view.findByText("Changed here, and saved meanwhile by Test writer")).toBeTruthy();
  expect(view.queryByRole("button", { name: "Save changes" })).toBeNull();
  await view.user.click(view.getByRole("button", { name: "Undo changes" }));
  expect(await view.findByText("Saved by Test writer")).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ where: "country is FI" });
});

test("a double click on Delete deletes nothing, and a name that is taken is refused at its field", async () => {
  const service = await testApp();
  await service.database.transaction((transaction) => loadEvents(transaction, [event]));
  await service.request("POST", "/console/v1/event_views", { body: { name: "From Germany", query: {} } });
  const view = await consoleAt("/demo/events", { service });
  await view.user.click(await view.findByRole("button", { name: "Views" }));
  (await view.findByRole("button", { name: "Delete From Germany" })).focus();
  await view.user.keyboard("{Enter}");
  expect(document.activeElement?.textContent).toBe("Keep it");
  await view.user.keyboard("{Enter}");
  expect(document.activeElement?.textContent).toBe("Delete");
  await view.user.type(view.getByLabelText("Name for what is in view"), "from germany{Enter}");
  expect(await view.findByText("Name is already in use")).toBeTruthy();
  expect(view.queryByText(/The service answered/)).toBeNull();
  expect((await service.request("GET", "/console/v1/event_views")).body.data).toHaveLength(1);
});

test("a view that was just saved has its name in the title before it is read again", async () => {
  const service = await testApp();
  await service.database.transaction((transaction) => loadEvents(transaction, [event]));
  const view = await consoleAt("/demo/events", {
    service,
    intercept: ({ method, url }) =>
      method === "GET" && /event_views\/./.test(url) ? new Promise<Response>(() => undefined) : undefined,
  });
  await view.user.click(await view.findByRole("button", { name: "Views" }));
  await view.user.type(await view.findByLabelText("Name for what is in view"), "From Germany{Enter}");
  const place = within(await view.findByRole("navigation", { name: "Breadcrumb" }));
  expect(await place.findByText("From Germany")).toBeTruthy();
});

test("a view that a colleague deleted meanwhile says so, and its name leaves the title", async () => {
  const view = await saveChanged((service, address) => service.request("DELETE", address));
  expect(await view.findByText("This view does not exist any more.")).toBeTruthy();
  expect(within(view.getByRole("navigation", { name: "Breadcrumb" })).queryByText("From Germany")).toBeNull();
  expect(document.title).toBe("Deleted view · Events · Assay");
});

test("a view that could not be saved says why, and saving is offered again", async () => {
  const view = await saveChanged(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await view.findByText("Not saved. The service could not be reached.")).toBeTruthy();
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  dispatchEvent(new Event("offline"));
  const save = view.getByRole("button", { name: "Save changes" });
  await waitFor(() => expect(save.getAttribute("aria-disabled")).toBe("true"));
  online.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  await waitFor(() => expect(save.getAttribute("aria-disabled")).toBeNull());
  await view.user.click(save);
  expect(await view.findByText("Saved by Test writer")).toBeTruthy();
});
