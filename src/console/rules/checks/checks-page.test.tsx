// Tests the checks tab of gates and configs, with checks that apps have logged.
import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createKey } from "#service/http/api-keys.ts";
import { testNow } from "#service/test-app.test-support.ts";
import { checkoutAt, fillWithCheckout } from "#testing/checkout-gate.ts";
import type { ConsoleOptions } from "#testing/console-at.tsx";

type Service = Parameters<NonNullable<ConsoleOptions["fill"]>>[0];

const asked = (gateValue: "true" | "false", ruleID: string, userID: string, ago: number) => ({
  eventName: "statsig::gate_exposure",
  user: { userID },
  metadata: { gate: "checkout", gateValue, ruleID, reason: "Network:Recognized" },
  time: testNow - ago,
});

async function log(service: Service, events: readonly object[]) {
  const key = await createKey(
    service.database,
    { name: "Shop", kind: "client", environment: "production" },
    testNow,
  );
  await service.app.request(`/v1/rgstr?k=${key}`, {
    method: "POST",
    body: JSON.stringify({
      events,
      statsigMetadata: { sdkType: "javascript-client", sdkVersion: "3.33.5", sessionID: "s" },
    }),
  });
}

const fill = async (service: Service) => {
  await fillWithCheckout(service);
  await log(service, [
    asked("true", "r1:10.00:1", "ada", 60_000),
    asked("false", "r1:10.00:1", "grace", 120_000),
    asked("true", "r2", "ada", 26 * 3_600_000),
  ]);
};

test("the checks of a gate are shown by hour and rule, with who asked and the newest ones", async () => {
  const view = await checkoutAt("?tab=checks", { fill, key: "read" });
  const rules = within(await view.findByRole("table", { name: "Checks by rule" }));
  expect(rules.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "RuleChecksPassedFailed",
    "Staff1 passed, 1 failed11",
    "Members1 passed10",
  ]);
  expect(view.getByText(/^Last asked by web 3\.33\.5 in production/)).toBeTruthy();
  const chart = view.getByRole("slider", { name: "Checks, by hour" });
  expect(chart.getAttribute("aria-valuetext")).toMatch(/: 0 passed, 0 failed\.$/);
  expect(
    within(view.getByRole("table", { name: "Newest checks" })).getAllByRole("row")[1]?.textContent,
  ).toMatch(/ada.*Passed.*Staff.*web 3\.33\.5/);
  const numbers = () => {
    const caption = view.getByText(/checks? since .*\.$/, { selector: "caption" });
    return within(caption.closest("table") ?? document.body).getAllByRole("row", { hidden: true });
  };
  expect(numbers()[0]?.textContent).toBe("FromPassedFailedStaff: passedStaff: failedMembers: passed");
  const counts = numbers().map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent));
  expect(counts.filter((cells) => cells.some((cell) => cell === "1"))).toEqual([
    ["1", "0", "0", "0", "1"],
    ["1", "1", "1", "1", "0"],
  ]);
  await view.user.click(view.getByRole("button", { name: "Day" }));
  await waitFor(() => expect(view.queryByRole("row", { name: /^Members/ })).toBeNull());
  expect(numbers()[0]?.textContent).toBe("FromPassedFailed");
  expect(view.router.state.location.search).toMatchObject({ hours: "24" });
});

test("before any app has logged, the page says how to connect one", async () => {
  const view = await checkoutAt("?tab=checks");
  expect(await view.findByText("No app has logged a check yet.")).toBeTruthy();
  const connect = within(view.getByRole("main")).getByRole("link", { name: "Connect an app" });
  expect(connect.getAttribute("href")).toBe("/demo/connect");
});
