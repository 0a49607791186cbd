// A ramp plan on the page of its experiment, which the service stops before the next step because a logged guardrail is clearly
// worse.
import { z } from "zod/mini";
import { expect, expectAccessible, test, type Service } from "./fixtures.ts";

const Answer = z.object({ data: z.looseObject({ key: z.optional(z.string()) }) });
const Groups = z.object({ data: z.object({ groups: z.array(z.object({ id: z.string() })) }) });

/** Logs exposures of 150 users in each group; nine in ten of the second group complain. */
async function logComplaints(service: Service, groups: readonly string[]) {
  const made = await service.call("POST", "/api_keys", {
    name: "Shop with a ramp",
    kind: "server",
    environment: "production",
  });
  const { key = "" } = Answer.parse(made).data;
  const time = Date.now();
  const events = groups.flatMap((ruleID, group) =>
    Array.from({ length: 150 }, (_, index) => ({ userID: `ramp ${group} ${index}`, index })).flatMap(
      ({ userID, index }) => [
        {
          eventName: "statsig::config_exposure",
          user: { userID },
          time,
          metadata: { config: "ramped", ruleID },
        },
        ...(index % 10 < (group === 0 ? 2 : 9) ? [{ eventName: "complaint", user: { userID }, time }] : []),
      ],
    ),
  );
  const answer = await fetch(`${service.url}/v1/rgstr`, {
    method: "POST",
    headers: { "STATSIG-API-KEY": key, "Content-Type": "application/json" },
    body: JSON.stringify({ events, statsigMetadata: {} }),
  });
  expect(answer.ok).toBe(true);
}

test("a ramp plan stops before its next step at a guardrail that is worse, and its page says so", async ({
  signedIn: page,
  service,
}) => {
  const complaints = { name: "Complaints", type: "event_count_custom" };
  await service.call("POST", "/metrics", {
    ...complaints,
    directionality: "decrease",
    tags: ["Guardrail"],
    metricEvents: [{ name: "complaint" }],
  });
  await service.call("POST", "/experiments", {
    id: "ramped",
    name: "Ramped",
    allocation: 10,
    primaryMetrics: [{ name: "Orders", type: "event_count" }],
    secondaryMetrics: [complaints],
  });
  await service.call("PUT", "/experiments/ramped/start");
  const { groups } = Groups.parse(await service.call("GET", "/experiments/ramped")).data;
  await logComplaints(
    service,
    groups.map(({ id }) => id),
  );
  const steps = [{ allocation: 50, time: Date.now() + 1000 }, { allocation: 100 }];
  await service.call("PATCH", "/experiments/ramped", { rampPlan: { steps } });
  await expect
    .poll(() => service.stored("/experiments/ramped"), { timeout: 15_000 })
    .toContain('"isStopped":true');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${service.url}/demo/experiments/ramped`);
  const plan = page.getByRole("region", { name: "Ramp plan" });
  await expect(plan).toContainText(/stopped at 10\s%/);
  await expect(plan).toContainText("The guardrail Complaints is clearly worse in Test: +350 %");
  await expect(plan).toContainText("By Ramp plan");
  await expectAccessible(page);
  await plan.getByRole("link", { name: "Continue …" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("checkbox", { name: /^Stop where/ })).not.toBeChecked();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
