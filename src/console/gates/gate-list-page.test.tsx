import { expect, test } from "vitest";
import { consoleAt } from "#testing/console-at.tsx";
import { storedGate, storeGates } from "#testing/stored-gates.ts";

const gates = [
  storedGate("checkout", { name: "Checkout", tags: ["payment"], checksPerHour: 12 }),
  storedGate("banner", { name: "Banner", status: "Disabled" }),
  storedGate("search", { name: "Search", status: "Launched", checksPerHour: 900 }),
  storedGate("gone", { name: "Gone", status: "Archived" }),
];

const gateList = (path = "/demo/gates") =>
  consoleAt(path, { fill: (service) => storeGates(service, ...gates) });

const namesShown = (view: { container: HTMLElement }) =>
  [...view.container.querySelectorAll("tbody tr td:first-child a")].map((link) => link.textContent);

test("lists every gate that is not archived, by name", async () => {
  const view = await gateList();
  await view.findByRole("link", { name: "Checkout" });
  expect(namesShown(view)).toEqual(["Banner", "Checkout", "Search"]);
  expect(view.getByRole("row", { name: /Banner.*Disabled.*Nobody/ })).toBeTruthy();
});

test("filters by text and keeps the filter in the address", async () => {
  const view = await gateList();
  await view.user.type(await view.findByRole("searchbox", { name: "Filter by name or id" }), "sea");
  expect(namesShown(view)).toEqual(["Search"]);
  expect(view.router.state.location.search).toMatchObject({ search: "sea" });
});

test("filters by status, also archived ones", async () => {
  const view = await gateList();
  await view.user.click(await view.findByRole("button", { name: "Status", expanded: false }));
  await view.user.click(view.getByRole("checkbox", { name: "Archived" }));
  expect(namesShown(view)).toEqual(["Gone"]);
});

test("opens with the filters, order and page size of a shared link", async () => {
  const view = await gateList("/demo/gates?sort=checks&order=descending&limit=10");
  await view.findByRole("link", { name: "Checkout" });
  expect(namesShown(view)).toEqual(["Search", "Checkout", "Banner"]);
});

test("a broken link still opens the list", async () => {
  const view = await gateList("/demo/gates?sort=nothing&page=-3&limit=many&status=5");
  expect(await view.findByRole("link", { name: "Checkout" })).toBeTruthy();
});

test("says that nothing fits, and clears the filters", async () => {
  const view = await gateList("/demo/gates?search=zzz");
  expect(await view.findByText("No gate fits these filters.")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Clear the filters" }));
  expect(namesShown(view)).toHaveLength(3);
});

test("asks for a key when the service refuses the one in use, and goes on with a better one", async () => {
  const view = await consoleAt("/demo/gates", {
    key: "wrong",
    fill: (service) => storeGates(service, ...gates),
  });
  expect(await view.findByRole("heading", { name: "The service did not accept this key" })).toBeTruthy();
  await view.user.type(view.getByLabelText("API key"), "wrong again");
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect(await view.findByText("The service does not know this key.")).toBeTruthy();
  await view.user.clear(view.getByLabelText("API key"));
  await view.user.type(view.getByLabelText("API key"), view.service.keys.read);
  await view.user.click(view.getByRole("button", { name: "Continue" }));
  expect(await view.findByRole("link", { name: "Checkout" })).toBeTruthy();
});

test("the palette finds a gate by its id and opens ids that were never listed", async () => {
  const view = await gateList();
  await view.findByRole("link", { name: "Checkout" });
  await view.user.keyboard("{Control>}k{/Control}");
  await view.user.type(await view.findByRole("combobox", { name: "Find or jump to" }), "bann");
  expect(await view.findByRole("option", { name: /Banner/ })).toBeTruthy();
  await view.user.click(view.getByRole("option", { name: /Open the gate with id “bann”/ }));
  expect(await view.findByRole("heading", { name: "There is no gate with this id" })).toBeTruthy();
  expect(await view.findByRole("link", { name: /Banner/ })).toBeTruthy();
});
