// Times of a summary while the experiment grows. Prints a table; asserts that one of the size of a campaign is quick.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { loadExposures, loadEvents } from "#service/database/logs.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

/** A three-group experiment of a given size, as large as the Hillstrom campaign at 64 000 units. */
async function summaryTime(units: number): Promise<number> {
  const app = await testApp();
  const start = testNow - 10 * 86_400_000;
  const share = (unit: number) => createHash("sha256").update(`u${unit}`).digest().readUInt32BE(0) / 2 ** 32;
  const experiment = {
    id: "campaign",
    name: "Campaign",
    version: 1,
    status: "experiment_stopped",
    startTime: start,
    endTime: testNow,
    groups: ["none", "mens", "womens"].map((id) => ({ id, name: id, size: 100 / 3 })),
    primaryMetrics: [{ name: "visit", type: "event_count" }],
    secondaryMetrics: [{ name: "spend", type: "sum" }],
  };
  const metrics = [
    { id: "visit::event_count", name: "visit", type: "event_count", event: "count" },
    { id: "spend::sum", name: "spend", type: "sum", event: "value" },
  ];
  await app.database.transaction(async (transaction) => {
    await transaction.query(
      "insert into experiment (id, name, description, status, type, id_type, creator_name, tags, version, last_modified_time, document) values ($1, $2, '', $3, '', '', '', $4, 1, 1, $5::jsonb)",
      [experiment.id, experiment.name, experiment.status, [], JSON.stringify(experiment)],
    );
    for (const { id, name, type, event } of metrics)
      await transaction.query(
        "insert into metric (id, name, type, document) values ($1, $2, $3, $4::jsonb)",
        [
          id,
          name,
          type,
          JSON.stringify({
            id,
            name,
            type,
            directionality: "increase",
            lineage: { events: [name], metrics: [] },
            metricEvents: [{ name, type: event }],
          }),
        ],
      );
    const all = Array.from({ length: units }, (_, unit) => unit);
    await loadExposures(
      transaction,
      all.map((unit) => ({
        experiment: "campaign",
        group: experiment.groups[unit % 3]?.id ?? "",
        unit: `u${unit}`,
        time: start,
        properties: "{}",
      })),
    );
    await loadEvents(
      transaction,
      all.flatMap((unit) => {
        const drawn = share(unit);
        const event = { time: start + 1000, unit: `u${unit}`, source: "bench", metadata: "{}" };
        return [
          ...(drawn < 0.15 ? [{ ...event, name: "visit", value: "" }] : []),
          ...(drawn < 0.01 ? [{ ...event, name: "spend", value: String(Math.round(drawn * 1e4)) }] : []),
        ];
      }),
    );
  });
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = performance.now();
    const answer = await app.request("GET", "/console/v1/experiments/campaign/summary_charts?test=*");
    times.push(performance.now() - before);
    if (!/"pValue"/.test(answer.text)) throw new Error(answer.text);
  }
  await app.close();
  return times.sort((a, b) => a - b)[2] ?? 0;
}

test("summary of a three-group experiment, at three sizes", { timeout: 120_000 }, async () => {
  const rows: Record<string, { "median ms": number }> = {};
  for (const units of [6400, 64_000, 256_000])
    rows[`${units} units`] = { "median ms": Math.round(await summaryTime(units)) };
  console.table(rows);
  expect(rows["64000 units"]?.["median ms"]).toBeLessThan(1000);
});
