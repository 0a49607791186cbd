// Tests the bars of who passes a gate: recent users, divided by the deciding rule, in the page header and in the list.
import { fireEvent, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadEvents } from "#service/database/logs.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { typePercent } from "#testing/checkout-gate.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { storedGate, storeGates } from "#testing/stored-entities.ts";

const rule = (id: string, name: string, field: string, value: string, environments: string[] | null) => ({
  id,
  baseID: id,
  name,
  passPercentage: 100,
  conditions: [{ type: "custom_field", field, operator: "any", targetValue: value }],
  environments,
});
const gates = [
  storedGate("shop", {
    name: "Shop",
    rules: [
      rule("n", "Nordic", "region", "north", null),
      rule("s", "South", "region", "south", ["production"]),
    ],
  }),
  storedGate("club", { name: "Club", rules: [rule("c", "Members", "tier", "gold", null)] }),
];
const regions = ["north", "south", "south", "west", "west"];

const page = (path: string, users = regions, intercept?: ConsoleOptions["intercept"]) =>
  consoleAt(path, {
    ...(intercept ? { intercept } : {}),
    fill: async (service) => {
      await storeGates(service, ...gates);
      await service.database.transaction((transaction) =>
        loadEvents(
          transaction,
          users.map((region, index) => ({
            name: "view",
            time: testNow - index,
            unit: `u${index}`,
            value: "",
            source: "web",
            metadata: JSON.stringify({ region }),
          })),
        ),
      );
    },
  });

test("the head says who has the gate in each environment, and by which rule; a draft changes nothing of it", async () => {
  const view = await page("/demo/gates/shop?rule=n");
  const bars = () => view.getAllByRole("img", { name: /recent users pass/ }).map((bar) => bar.ariaLabel);
  await view.findByRole("img", { name: /in production/ });
  const counted = [
    "3 of 5 recent users pass in production: 1 by Nordic and 2 by South.",
    "1 of 5 recent users pass in staging: 1 by Nordic.",
    "1 of 5 recent users pass in development: 1 by Nordic.",
  ];
  expect(bars()).toEqual(counted);
  const head = view.getByRole("heading", { level: 1 }).closest("header");
  expect(head?.textContent).toContain("Production3 of 5 pass");
  await typePercent(view, "0");
  expect(bars()).toEqual(counted);
});

test("what no event tells is said, and is no user who does not pass", async () => {
  const view = await page("/demo/gates/club");
  expect(
    await view.findByRole("img", {
      name: "0 of 5 recent users pass in production. No event tells tier: they count as without it.",
    }),
  ).toBeTruthy();
  const head = view.getByRole("heading", { level: 1 }).closest("header");
  expect(head?.textContent).toContain("Production0 of 5 pass, tier not logged");
});

test("without events nobody is counted, and that is said", async () => {
  const view = await page("/demo/gates/shop", []);
  expect((await view.findAllByText("no recent user yet")).length).toBe(3);
});

test("the list shows the same bar for every gate, asked for at once", async () => {
  const view = await page("/demo/gates");
  const row = within(await view.findByRole("row", { name: /Shop/ }));
  expect(await row.findByRole("img", { name: /^3 of 5 recent users pass in production/ })).toBeTruthy();
});

test("while a search is typed no bar is asked for, and those of the rows that stay are", async () => {
  const asked: string[] = [];
  const view = await page("/demo/gates", regions, ({ url }) => {
    if (url.includes("/gate_audiences")) asked.push(new URL(url).search);
    return undefined;
  });
  await view.findAllByRole("img", { name: /recent users pass/ });
  const [all] = asked;
  // Fake timers, so that no time passes between two keystrokes.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const search of ["sh", "o", "cl", "club"]) {
    const before = view.container.querySelector("tbody tr");
    fireEvent.change(view.getByRole("searchbox", { name: "Filter by name or id" }), {
      target: { value: search },
    });
    await expect.poll(() => before?.isConnected).toBe(false);
  }
  expect(asked).toEqual([all]);
  vi.runAllTimers();
  await expect.poll(() => asked).toEqual([all, "?ids=club"]);
});
