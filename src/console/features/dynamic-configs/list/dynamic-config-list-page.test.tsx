import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { storeConfigs, storedConfig, storedGate, storeGates } from "#testing/stored-entities.ts";

const configs = [
  storedConfig("prices", { name: "Prices", tags: ["shop"] }),
  storedConfig("banner", { name: "Banner", tags: ["campaign"], isEnabled: false }),
  ...Array.from({ length: 20 }, (_, index) => storedConfig(`zone_${index}`, { name: `Zone ${index}` })),
];
const list = (path = "/demo/dynamic_configs", options: ConsoleOptions = {}) =>
  consoleAt(path, { fill: (service) => storeConfigs(service, ...configs), ...options });

test("filters by what is typed, keeps it in the address, and opens a config", async () => {
  const view = await list();
  expect(await view.findByText("22 configs")).toBeTruthy();
  await view.user.type(view.getByRole("searchbox", { name: "Filter by name or id" }), "pri");
  expect(await view.findByText("1–1 of 1")).toBeTruthy();
  expect(view.router.state.location.search).toMatchObject({ search: "pri" });
  await view.user.click(view.getByRole("link", { name: /Prices/ }));
  expect(await view.findByRole("heading", { name: "Prices", level: 1 })).toBeTruthy();
});

test("the count above the list tells the archived ones apart", async () => {
  const view = await list("/demo/dynamic_configs", {
    fill: (service) => storeConfigs(service, ...configs, storedConfig("gone", { status: "Archived" })),
  });
  expect(await view.findByText("22 configs, and 1 archived")).toBeTruthy();
});

test("opens sorted and on the page of a shared link", async () => {
  const view = await list("/demo/dynamic_configs?order=descending&page=2");
  const rows = await view.findAllByRole("row");
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringContaining("Prices"),
    expect.stringContaining("Banner"),
  ]);
});

test("each config says who gets what, by the names of the gates that its rules ask", async () => {
  const asks = {
    id: "r",
    baseID: "r",
    name: "Members",
    passPercentage: 50,
    conditions: [{ type: "passes_gate", targetValue: "loyal" }],
    environments: null,
    returnValue: { price: 1 },
  };
  const view = await list("/demo/dynamic_configs", {
    fill: async (service) => {
      await storeGates(service, storedGate("loyal", { name: "Loyal users" }));
      await storeConfigs(service, storedConfig("prices", { rules: [asks], defaultValue: { price: 5 } }));
    },
  });
  const row = within(await view.findByRole("row", { name: /prices/ }));
  expect(row.getByText(/^50\s% of users who pass Loyal users: price 1$/)).toBeTruthy();
  expect(row.getByRole("cell", { name: "Loyal users" })).toBeTruthy();
});

test("says that nothing fits, and clears the filters", async () => {
  const view = await list("/demo/dynamic_configs?search=nothing");
  expect(await view.findByText("No config fits these filters.")).toBeTruthy();
  await view.user.click(view.getByRole("button", { name: "Clear the filters" }));
  expect(await view.findByText("1–20 of 22")).toBeTruthy();
});

test("of two drafts of one config each opens from its own link", async () => {
  const first = await list("/demo/dynamic_configs/prices?tab=settings");
  await first.user.type(await first.findByRole("textbox", { name: "Description" }), "Morning");
  first.unmount();
  const kept = localStorage.getItem("assay.draft.dynamic_configs/prices") ?? "";
  localStorage.setItem("assay.draft.dynamic_configs/prices~2", kept.replace("Morning", "Evening"));
  for (const [place, text] of ["Morning", "Evening"].entries()) {
    const view = await list(undefined, { service: first.service });
    const drafts = within(await view.findByRole("region", { name: "My drafts" }));
    const link = (await drafts.findAllByRole("link", { name: "Prices" }))[place];
    if (link) await view.user.click(link);
    await view.user.click(await view.findByRole("link", { name: "Settings" }));
    expect(await view.findByRole("textbox", { name: "Description" })).toHaveProperty("value", text);
    view.unmount();
  }
});

test("a project without configs says so", async () => {
  const view = await list(undefined, { fill: async () => undefined });
  expect(await view.findByText("There are no configs yet.")).toBeTruthy();
});
