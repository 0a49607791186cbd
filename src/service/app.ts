// The composition root: assembles the service from its parts, and receives the time and the storage. No logic.
import { hash, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { Hono } from "hono";
import type { Logger } from "pino";
import type { Database } from "#service/database/database.ts";
import { eventCopy } from "#service/database/event-copy.ts";
import { countedShare, eventCounter } from "#service/database/event-counter.ts";
import { eventRemover } from "#service/database/event-retention.ts";
import { parseHoldout } from "#service/database/holdouts.ts";
import { parseLayer } from "#service/database/layers.ts";
import { parseSegment } from "#service/database/segments.ts";
import { changeHandlers } from "#service/changes/change-handlers.ts";
import { changedReadingHandlers } from "#service/changes/changed-readings.ts";
import { checkHandlers } from "#service/checks/check-handlers.ts";
import { dynamicConfigHandlers } from "#service/dynamic-configs/dynamic-config-handlers.ts";
import { configOwner } from "#service/dynamic-configs/stored-config.ts";
import { eventHandlers } from "#service/events/event-handlers.ts";
import { eventViewHandlers } from "#service/events/event-views.ts";
import { warehouseEventHandlers } from "#service/events/warehouse/warehouse-event-handlers.ts";
import { eventUserHandlers } from "#service/events/event-users.ts";
import { unitHandlers } from "#service/events/unit-handlers.ts";
import { experimentEntities } from "#service/experiments/answered-experiment.ts";
import { experimentHandlers } from "#service/experiments/experiment-handlers.ts";
import { pulseLoads } from "#service/experiments/loads/pulse-loads.ts";
import { withStagedDrops } from "#service/experiments/loads/drop-staged.ts";
import { warehouseAnalysis } from "#service/experiments/loads/warehouse-analysis.ts";
import { planHandlers } from "#service/experiments/planning/plan-handlers.ts";
import { gateOwner } from "#service/gates/gate-owner.ts";
import { gateHandlers } from "#service/gates/gate-handlers.ts";
import { holdoutHandlers } from "#service/holdouts/holdout-handlers.ts";
import { layerHandlers } from "#service/layers/layer-handlers.ts";
import { rulesCache } from "#service/serving/rules-cache.ts";
import { serveChecks } from "#service/serving/serve-checks.ts";
import { serveInitialize } from "#service/serving/serve-initialize.ts";
import { serveRules } from "#service/serving/serve-rules.ts";
import { metricHandlers } from "#service/metrics/metric-handlers.ts";
import { importHandlers } from "#service/imports/import-handlers.ts";
import { searchHandlers } from "#service/search/search-handlers.ts";
import { entityPropertyHandlers } from "#service/sources/entity-property-handlers.ts";
import { projectHandlers } from "#service/project/project-handlers.ts";
import { segmentHandlers } from "#service/segments/segment-handlers.ts";
import { explainFailure } from "#service/warehouse-connections/explain-failure.ts";
import { warehouseCheckHandlers } from "#service/warehouse-connections/warehouse-check-handlers.ts";
import { warehouseConnectionHandlers } from "#service/warehouse-connections/warehouse-connection-handlers.ts";
import { assignmentSourceHandlers } from "#service/sources/assignment-source-handlers.ts";
import { metricSourceHandlers } from "#service/sources/metric-source-handlers.ts";
import { sourceFreshness } from "#service/sources/source-freshness.ts";
import { previewHandlers } from "#service/sources/preview-handlers.ts";
import { sourcePreviews } from "#service/sources/source-previews.ts";
import { activeWarehouse } from "#service/warehouse/active-warehouse.ts";
import { runningStatements } from "#service/warehouse/running-statements.ts";
import { keyHandlers } from "#service/keys/key-handlers.ts";
import { answerErrors } from "#service/http/answer-errors.ts";
import { findKey } from "#service/http/api-keys.ts";
import { appActivity } from "#service/http/app-activity.ts";
import { readDocument } from "#service/http/console-document.ts";
import { consoleUrl } from "#service/http/console-url.ts";
import { setNoStore } from "#service/http/early-headers.ts";
import { methodNotAllowed, HttpError } from "#service/http/errors.ts";
import { keyUses } from "#service/http/key-uses.ts";
import { logRequests, type Environment } from "#service/http/log-requests.ts";
import { recordAppRequests, recordConsoleRequests } from "#service/http/note-senders.ts";
import { openApiDocument } from "#service/http/openapi.ts";
import { openToBrowsers } from "#service/http/open-to-browsers.ts";
import { rejections } from "#service/http/rejections.ts";
import { scheduleKeyExpiry } from "#service/http/rotate-keys.ts";
import { sharedActivity } from "#service/http/shared-activity.ts";
import { rateLimiter } from "#service/http/rate-limit.ts";
import { repeat } from "#service/http/repeat.ts";
import { securityHeaders } from "#service/http/security-headers.ts";
import { serveConsole } from "#service/http/serve-console.ts";
import { sendJson } from "#service/http/send-json.ts";
import { serveEndpoints } from "#service/http/serve-endpoints.ts";
import { serveLogging } from "#service/ingest/log-endpoints.ts";
import type { Endpoints as WarehouseEndpoints } from "#service/warehouse/open-client.ts";
import { setEngineDigest } from "#targeting/evaluate/bucket.ts";
import type { Settings } from "./settings.ts";

setEngineDigest((text) => hash("sha256", text, "binary"));

interface AppOptions {
  database: Database;
  settings: Settings;
  /** 32 bytes that encrypt stored warehouse secrets. */
  secretsKey: Buffer;
  now: () => number;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Addresses to use instead of the vendors', such as those of test servers. */
  warehouseEndpoints?: WarehouseEndpoints;
  /** Folder of the built console; without it only the API is served. */
  consoleFolder?: string;
  /** Aborts when the service stops; without it, nothing runs in the background. */
  stop?: AbortSignal;
}

export function createApp(options: AppOptions) {
  const { database, settings, secretsKey, now, log, warehouseEndpoints, consoleFolder, stop } = options;
  const app = new Hono<Environment>();
  // Every task in the background listens to this signal.
  if (stop) setMaxListeners(0, stop);
  const document = consoleFolder && readDocument(consoleFolder, settings.API_KEY_HEADER);
  for (const path of ["/v1/*", "/v2/*"]) app.use(path, openToBrowsers);
  app.use(logRequests(log), securityHeaders(settings.CONSOLE_URL, document ? document.scripts : []));
  const activity = appActivity(now());
  const repeated = { now, stop, warn: (error: unknown) => log.warn({ error: String(error) }) };
  const uses = keyUses(database, repeated);
  const shared = sharedActivity(database, activity, { process: randomUUID(), ...repeated });
  const rejected = rejections(database, repeated);
  scheduleKeyExpiry(database, repeated);
  const copy =
    database.engine === "postgres" && settings.EVENT_COPY
      ? eventCopy(database, {
          folder: join(settings.DATA_DIR, "event-copy"),
          memoryLimit: settings.MEMORY_LIMIT,
          ...repeated,
        })
      : undefined;
  for (const path of ["/v1/*", "/v2/*"]) app.use(path, recordAppRequests({ activity, rejected, uses, now }));
  app.use("/console/v1/*", recordConsoleRequests({ uses, now }), async (context, next) => {
    setNoStore(context);
    await next();
  });

  app.get("/healthz", async (context) => {
    const trouble = await database.trouble();
    const status = trouble?.isDown ? "failing" : "alive";
    return context.json({ status, problem: trouble?.message }, trouble?.isDown ? 503 : 200);
  });
  app.get("/readyz", async (context) => {
    const share = await countedShare(database).catch((error: unknown) => {
      log.error({ requestID: context.get("requestID"), error: String(error) });
      throw new HttpError(503, "The database does not answer.");
    });
    const copied = copy?.share() ?? 1;
    return context.json({
      status: "ready",
      ...(share < 1 && { eventsCounted: Number(share.toFixed(3)) }),
      ...(copied < 1 && { eventsCopied: Number(copied.toFixed(3)) }),
    });
  });
  let openApi: Promise<string> | undefined;
  app.get("/openapi.json", async (context) => {
    openApi ??= openApiDocument(settings.API_KEY_HEADER).then((document) => JSON.stringify(document));
    return sendJson(context, await openApi, 200, true);
  });
  app.get("/console-settings.json", (context) =>
    context.json({ apiKeyHeader: settings.API_KEY_HEADER, companyID: settings.COMPANY_ID }),
  );
  for (const path of ["/healthz", "/readyz", "/openapi.json", "/console-settings.json"])
    app.all(path, (context) => {
      throw methodNotAllowed(context, ["GET"]);
    });

  // Once an event has arrived, an app or an import counts as connected, whatever becomes of the event.
  let anyEvent = false;
  const hasEvents = async () =>
    (anyEvent ||= (await database.query("select 1 as one from event limit 1")).length > 0);
  repeat(eventCounter(database, stop), { every: 2000, ...repeated });
  if (copy) repeat(copy.follow, { every: 2000, ...repeated });
  stop?.addEventListener("abort", () => void copy?.close().catch(repeated.warn), { once: true });
  const removeOldEvents = eventRemover(database, { days: settings.EVENT_RETENTION_DAYS, now, stop });
  repeat(removeOldEvents, { every: 3_600_000, atStart: true, ...repeated });
  const [gates, configs] = [gateHandlers(database), dynamicConfigHandlers(database)];
  const experiments = experimentHandlers(database, log, stop && { now, stop });
  const { noted, stopLeft } = runningStatements({ database, now, owner: randomUUID() });
  const warehouseInUse = activeWarehouse(database, secretsKey, {
    now,
    noted,
    ...(warehouseEndpoints && { endpoints: warehouseEndpoints }),
  });
  repeat(() => stopLeft(warehouseInUse), { every: 3000, atStart: true, ...repeated });
  const explain = explainFailure(database, secretsKey);
  const freshness = sourceFreshness(database, warehouseInUse);
  // The console reports stale sources on every page, even if nobody has opened the page that checks them.
  repeat(async () => void (await freshness(now())), { every: 12 * 3_600_000, atStart: true, ...repeated });
  const loads = pulseLoads({
    database,
    log,
    now,
    stop,
    warehouse: warehouseInUse,
    analysis: warehouseAnalysis(database, now),
    explain,
    subjectOf: experiments.subjectOf,
    loaded: async (id) => {
      await experiments.overviewAgain(id, now(), stop ?? new AbortController().signal);
      // After a load, the sources are checked, too.
      await freshness(now());
    },
    sources: () => freshness(now(), false),
  });
  const metrics = metricHandlers(database);
  const [layers, segments] = [layerHandlers(database), segmentHandlers(database)];
  const holdouts = holdoutHandlers(database);
  const looks = sourcePreviews(database, warehouseInUse);
  const assignments = assignmentSourceHandlers(database, looks);
  const metricSources = metricSourceHandlers(database, looks);
  const entityProperties = entityPropertyHandlers(database, looks);
  // A failure is reported to the first request for a list instead.
  if (stop)
    for (const { prepare } of [gates, configs, experiments, metrics]) prepare(now()).catch(() => undefined);
  serveEndpoints(app, {
    handlers: {
      ...gates.handlers,
      ...configs.handlers,
      ...withStagedDrops(experiments.handlers, loads.dropStaged),
      ...metrics.handlers,
      ...planHandlers(database),
      ...loads.handlers,
      ...layers.handlers,
      ...segments.handlers,
      ...holdouts.handlers,
      ...projectHandlers(database),
      ...assignments.handlers,
      ...metricSources.handlers,
      ...entityProperties.handlers,
      ...previewHandlers(looks, warehouseInUse, freshness),
      ...checkHandlers(database),
      ...eventHandlers(database, {
        ...repeated,
        dataDir: settings.DATA_DIR,
        retentionDays: settings.EVENT_RETENTION_DAYS,
        copy,
      }),
      ...warehouseEventHandlers(database, { warehouse: warehouseInUse, explain }),
      ...eventUserHandlers(database),
      ...unitHandlers(database),
      ...eventViewHandlers(database),
      ...changeHandlers(database, gateOwner, configOwner, experimentEntities),
      ...changedReadingHandlers(database),
      ...searchHandlers(database),
      ...importHandlers(database, { dataDir: settings.DATA_DIR, now, log }),
      ...warehouseConnectionHandlers(database, secretsKey),
      ...warehouseCheckHandlers(database, secretsKey, { endpoints: warehouseEndpoints, noted }),
      ...keyHandlers(database, { activity: shared, rejected, uses }),
      readCurrentKey: async (_input, { key, companyID }) => ({
        data: { id: key.id, name: key.name, rights: key.rights, companyID, hasEvents: await hasEvents() },
      }),
    },
    checks: {
      ...gates.checks,
      ...configs.checks,
      ...experiments.checks,
      ...metrics.checks,
      ...layers.checks,
      ...segments.checks,
      ...holdouts.checks,
      ...assignments.checks,
      ...metricSources.checks,
      ...entityProperties.checks,
    },
    apiKeyHeader: settings.API_KEY_HEADER,
    findKey: (sent) => findKey(database, sent, settings.CONSOLE_API_KEY),
    countWrite: rateLimiter(settings.RATE_LIMIT, "writes"),
    countRead: rateLimiter(settings.READ_LIMIT, "reads"),
    // Keys cannot be guessed; attempts are slowed down nevertheless.
    countWrongKey: rateLimiter([{ points: 100, seconds: 60 }], "requests with a wrong key"),
    now,
    companyID: settings.COMPANY_ID,
    consoleUrl: consoleUrl(settings),
  });
  const parses = {
    gate: gateOwner.parse,
    config: configOwner.parse,
    experiment: experimentEntities.parse,
    layer: parseLayer,
    segment: parseSegment,
    holdout: parseHoldout,
  };
  const rules = rulesCache(database, parses);
  const storeBatch = serveLogging(app, {
    database,
    parseExperiment: parses.experiment,
    userAttributes: settings.USER_ATTRIBUTES,
    usedAttributes: rules.attributes,
    experimentsInLayers: rules.experimentsInLayers,
    now,
  });
  serveRules(app, { database, rules, now });
  serveInitialize(app, { database, rules, now });
  serveChecks(app, { database, rules, now, storeBatch, log });
  if (consoleFolder && document) serveConsole(app, consoleFolder, document, settings.COMPANY_ID);

  answerErrors(app, log);
  return app;
}
