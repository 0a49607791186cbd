// The panels beside the plan form: the effect it can detect, and what may make it fail.
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "#console/foundation/api/query-client.ts";
import type { DraftPlan } from "#console/features/experiments/plan/draft-plan.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { PreflightPanel } from "#console/features/experiments/plan/preflight/preflight-panel.tsx";
import { loadEvents } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { consoleAt, type ConsoleOptions } from "#testing/console-at.tsx";
import { countMetric } from "#testing/stored-experiments.ts";
import { PowerPanel } from "./power-panel.tsx";

const day = 86_400_000;
const users = Array.from({ length: 300 }, (_, number) => number);
/** On each of the last days some users visit for the first time, and a third of those order. */
const logOf = (days: number) =>
  users.flatMap((number) =>
    ["visit", ...(number % 3 === 0 ? ["order"] : [])].map((name) => ({
      name,
      unit: `user-${number}`,
      time: Date.UTC(2026, 10, 1) - (1 + (number % days)) * day,
      value: "",
      source: "test",
      metadata: "{}",
    })),
  );

const plan: DraftPlan = {
  groups: [
    { name: "Old", size: 50, parameterValues: { hint: "Buy" } },
    { name: "New", size: 50 },
  ],
  hypothesis: "If we say it, then Orders rises by at least 90 %.",
  primaryMetrics: [{ name: "Orders", type: "event_count" }],
  duration: 28,
  sequentialTesting: true,
};

const Panels = ({ plan: of }: { plan: DraftPlan }) => (
  <>
    <PowerPanel plan={of} />
    <input id={planFieldID("groups.1.parameterValues.hint")} aria-label="Hint of New" />
    <PreflightPanel plan={of} />
  </>
);

async function panels(days: number, intercept?: ConsoleOptions["intercept"]) {
  const { user } = await consoleAt("/demo/keys", {
    key: "read",
    ...(intercept && { intercept }),
    fill: async (service) => {
      await service.database.transaction(async (transaction) => {
        await writeMetrics(transaction, [countMetric("Orders", "order")]);
        await loadEvents(transaction, logOf(days));
      });
    },
  });
  cleanup();
  const client = createQueryClient();
  const at = (of: DraftPlan) => (
    <QueryClientProvider client={client}>
      <Panels plan={of} />
    </QueryClientProvider>
  );
  const view = render(at(plan));
  const power = within(view.getByRole("region", { name: "Power" }));
  const preflight = within(view.getByRole("region", { name: "Pre-flight" }));
  return {
    user,
    power,
    preflight,
    change: (of: Partial<DraftPlan>) => view.rerender(at({ ...plan, ...of })),
  };
}

const said = (element: HTMLElement) => element.textContent?.replaceAll("\u00a0", " ");

test("the power says what is found until the planned day, and goes with the plan; findings lead to their fields", async () => {
  let isRefused = false;
  const { user, power, preflight, change } = await panels(28, (request) =>
    isRefused && request.url.endsWith("/power")
      ? Response.json({ status: 503, message: "Busy" }, { status: 503 })
      : undefined,
  );
  const headline = await power.findByText(/or more/);
  // MDE of 300 users of whom a third order: 100 · 2.8016 · √(2/9 · 300/299 · 2 / 150) · 3.
  expect(said(headline)).toMatch(/^28 days find 45\.8 % or more in Orders\.$/);
  expect(power.getByText(/^The minimum/).textContent?.replaceAll("\u00a0", " ")).toMatch(
    /The wished 90 % takes \d+ days; before day 28 the sequential line counts\.$/,
  );
  expect(power.getByText("150 · 150")).toBeTruthy();
  const table = power.getByRole("table", { hidden: true, name: /^Minimum detectable effect/ });
  const rows = within(table).getAllByRole("row", { hidden: true });
  expect(said(rows.find((row) => row.textContent?.startsWith("28")) ?? headline)).toMatch(
    /^2845\.8 %72\.\d %$/,
  );
  expect(said(rows.at(-1) ?? headline)).toMatch(/^42, extrapolated/);
  const others = power.getByRole("table", { hidden: true, name: /^Days until an effect in Orders is found/ });
  const wished = within(others).getAllByRole("row", { hidden: true, name: /^90/ });
  expect(wished).toHaveLength(3);
  // Two groups with all users are the current plan.
  const takes = /takes (\d+) days/.exec(power.getByText(/^The minimum/).textContent ?? "")?.[1];
  expect(said(wished[0] ?? headline)?.endsWith(takes ?? "none")).toBe(true);

  const found = await preflight.findByText("New has no hint");
  expect(preflight.getByRole("status").textContent).toBe("1 blocks, 1 to look at, 3 fine");
  expect(said(found.closest("ul") ?? found)).toContain("Every group needs each parameter.");
  await user.click(preflight.getByRole("button", { name: "Fill in: New has no hint" }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Hint of New");

  change({ duration: 14 });
  expect(said(power.getByText(/or more/))).toContain("28 days");
  await waitFor(() => expect(said(power.getByText(/or more/))).toContain("14 days"));
  isRefused = true;
  change({ duration: 21 });
  expect(await power.findByText(/these are the numbers of the one before/)).toBeTruthy();
  expect(said(power.getByText(/or more/))).toContain("14 days");
  isRefused = false;
  await user.click(power.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(said(power.getByText(/or more/))).toContain("21 days"));
  expect(power.queryByText(/numbers of the one before/)).toBeNull();
});

test("with three days of a log there is too little history, and nothing is promised", async () => {
  const { power, preflight } = await panels(3);
  expect(await power.findByText("Too little history.")).toBeTruthy();
  expect(power.getByText("Only 3 whole days are recorded; it takes 7.")).toBeTruthy();
  expect(await preflight.findByText("No A/A check yet")).toBeTruthy();
});
