// Fills an empty database with the demo project in one transaction, so that a process killed midway leaves it empty.
import { setImmediate } from "node:timers/promises";
import { loadCheckCounts, loadRecentChecks } from "#service/database/check-counts.ts";
import type { Database } from "#service/database/database.ts";
import { loadEntities, writeEntity } from "#service/database/entities.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeDefinitions, writeMetrics } from "#service/database/definitions.ts";
import { demoChecks } from "./check-history.ts";
import { readSources } from "./data-files.ts";
import { shopLog } from "./shop-log.ts";
import { shopperCount } from "./shoppers.ts";
import { demoEntities, demoMetrics } from "./stored-entities.ts";

/** Fills the database; the 30 days of events end at `now` (ms). Progress is reported line by line. */
export async function fillDemo(database: Database, now: number, onProgress: (line: string) => void) {
  const counted = (count: number) => count.toLocaleString("en");
  onProgress("Inventing the demo shop");
  const log = await shopLog(now, (done) => {
    if (done % 20_000 === 0) onProgress(`  ${counted(done)} of ${counted(shopperCount)} users`);
    // Yields to the event loop, so that a process that fills the demo for another one notices when that one has ended.
    return setImmediate();
  });
  await database.transaction(
    async (transaction) => {
      const entities = demoEntities(now);
      for (const kind of ["gate", "dynamic_config", "experiment"] as const) {
        const { current, former } = entities[kind];
        const changed = new Map(former.map((document) => [document.id, document]));
        const written = (document: (typeof current)[number], version: number) => ({
          document: { ...document, version },
          references: gateReferences(document),
        });
        const firsts = current.map((document) => written(changed.get(document.id) ?? document, 1));
        await loadEntities(transaction, kind, firsts);
        for (const document of current.filter(({ id }) => changed.has(id)))
          await writeEntity(transaction, kind, written(document, 2), document.lastModifiedTime ?? now);
      }
      await writeMetrics(transaction, demoMetrics(now));
      await writeDefinitions(
        transaction,
        "entity_property",
        readSources().map((source) => ({ ...source, id: source.name })),
      );
      onProgress(
        `  storing ${counted(log.exposures.length)} exposures and ${counted(log.events.length)} events`,
      );
      await loadExposures(transaction, log.exposures);
      await loadEvents(transaction, log.events);
      const units = log.events.slice(-500).map(({ unit }) => unit);
      const checks = demoChecks(entities.gate.current, entities.dynamic_config.current, units, now);
      await loadCheckCounts(transaction, checks.counts);
      await loadRecentChecks(transaction, checks.newest, (now - 60_000) * 1000);
    },
    { isLong: true },
  );
}
