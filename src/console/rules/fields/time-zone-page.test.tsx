// Tests that a time in a condition is typed in a displayed time zone, and stored as a point in time.
import { expect, test, vi } from "vitest";
import { Gate } from "#contract/gate.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { pressWhenPossible } from "#testing/press.ts";
import { storedGate, storeGates } from "#testing/stored-entities.ts";

vi.hoisted(() => vi.stubEnv("TZ", "Europe/Berlin"));

const noon = Date.UTC(2026, 10, 30, 12);

test("the reader's zone is named, UTC shows and takes the same time otherwise, and the sentences name the zone", async () => {
  const view = await consoleAt("/demo/gates/checkout?rule=r1", {
    fill: (service) =>
      storeGates(
        service,
        storedGate("checkout", {
          name: "Checkout",
          rules: [
            {
              id: "r1",
              baseID: "r1",
              name: "Campaign",
              passPercentage: 100,
              conditions: [{ type: "time", operator: "after", targetValue: String(noon) }],
              environments: null,
            },
          ],
        }),
      ),
  });
  const field = await view.findByLabelText("Value");
  const zone = view.getByRole("combobox", { name: "Time zone" });
  expect([field.getAttribute("value"), zone.textContent]).toEqual(["2026-11-30T13:00", "Europe/Berlin"]);
  const rules = view.getByRole("list", { name: "Rules" });
  expect(rules.textContent).toMatch(/after Nov 30, 2026, 0?1:00\sPM GMT\+1/);
  await view.user.click(zone);
  await view.user.click(await view.findByRole("option", { name: "UTC" }));
  expect(field.getAttribute("value")).toBe("2026-11-30T12:00");
  await view.user.clear(field);
  await view.user.type(field, "2026-12-01T08:30");
  await view.user.click(view.getByRole("button", { name: "Review changes" }));
  const changes = await view.findByRole("table", { name: "What changes, and for whom" });
  expect(changes.textContent).toMatch(/Dec 1, 2026, 0?9:30\sAM GMT\+1/);
  await pressWhenPossible(view, /^Save/);
  await view.findByText(/saved as you asked/);
  const { body } = await view.service.request("GET", "/console/v1/gates/checkout");
  expect(Gate.parse(body.data).rules[0]?.conditions[0]?.targetValue).toBe(
    String(Date.UTC(2026, 11, 1, 8, 30)),
  );
});
