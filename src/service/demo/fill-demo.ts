// Fills an empty database with the demo project, in one transaction: a start that is killed midway leaves it empty.
import type { Database } from "#service/database/database.ts";
import { loadEntities } from "#service/database/entities.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeMetrics, writeSources } from "#service/database/definitions.ts";
import { readSources } from "./data-files.ts";
import { shopLog } from "./shop-log.ts";
import { shopperCount } from "./shoppers.ts";
import { demoConfigs, demoExperiments, demoGates, demoMetrics } from "./stored-entities.ts";

/** `now` (ms) is where the 30 days of events end; progress comes as one line each. */
export async function fillDemo(database: Database, now: number, onProgress: (line: string) => void) {
  const counted = (count: number) => count.toLocaleString("en");
  onProgress("Inventing the demo shop");
  const log = shopLog(now, (done) => {
    if (done % 20_000 === 0) onProgress(`  ${counted(done)} of ${counted(shopperCount)} users`);
  });
  await database.transaction(
    async (transaction) => {
      const entities = {
        gate: demoGates(now),
        dynamic_config: demoConfigs(now),
        experiment: demoExperiments(now),
      };
      for (const kind of ["gate", "dynamic_config", "experiment"] as const)
        await loadEntities(
          transaction,
          kind,
          entities[kind].map((document) => ({
            document: { ...document, version: 1 },
            references: gateReferences(document),
          })),
        );
      await writeMetrics(transaction, demoMetrics(now));
      await writeSources(transaction, readSources());
      onProgress(
        `  storing ${counted(log.exposures.length)} exposures and ${counted(log.events.length)} events`,
      );
      await loadExposures(transaction, log.exposures);
      await loadEvents(transaction, log.events);
    },
    { isLong: true },
  );
}
