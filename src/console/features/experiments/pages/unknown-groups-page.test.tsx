// Exposures logged for groups that the experiment does not have.
import { expect, test } from "vitest";
import { createKey } from "#service/http/api-keys.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { consoleAt } from "#testing/console-at.tsx";
import { serviceWithExperiment } from "#testing/stored-experiments.ts";

test("exposures that name a group which the experiment does not have are counted on its page", async () => {
  const service = await serviceWithExperiment({});
  const now = Date.now();
  const key = await createKey(
    service.database,
    { name: "Shop", kind: "server", environment: "production" },
    now,
  );
  const exposure = (ruleID: string, place: number) => ({
    eventName: "statsig::config_exposure",
    user: { userID: `late${place}` },
    metadata: { config: "form", ruleID, rulePassed: true },
    time: now - place,
  });
  const results = async () => {
    const { body } = await service.request("GET", "/console/v1/experiments/form/summary_charts");
    return SummaryCharts.parse(body.data).sections;
  };
  const before = await results();
  await service.app.request("/v1/log_event", {
    method: "POST",
    headers: { "STATSIG-API-KEY": key },
    body: JSON.stringify({
      events: [exposure("older", 1), exposure("older", 2), exposure("b2", 3), exposure("targetingGate", 4)],
      statsigMetadata: { sessionID: "s" },
    }),
  });
  const view = await consoleAt("/demo/experiments/form", { service, key: "read" });
  const told = await view.findByRole("region", { name: "Unknown groups" });
  expect(told.textContent).toMatch(
    /^3 exposures of the last 30 days named groups that this experiment does not have: “older” \(2\) and “b2” \(1\)\./,
  );
  expect(await results()).toEqual(before);
  await view.user.click(view.getByRole("link", { name: /^Groups/ }));
  const table = await view.findByRole("table", { name: "Exposures by group" });
  expect(table.textContent).toMatch(
    /“older”, which this experiment does not have2.*In no group: targetingGate1/,
  );
  expect(view.getByText(/^The last one by HTTP in production/)).toBeTruthy();
});
