// The endpoints that client libraries log to (API 7.2). A request is answered once its events are on disk.
import type { Context, Hono } from "hono";
import type { Experiment } from "#contract/experiment.ts";
import { LoggedBatch } from "#contract/logged-event.ts";
import { problemsOf } from "#contract/problems.ts";
import type { Database } from "#service/database/database.ts";
import { readEntity, type Parse } from "#service/database/entities.ts";
import { badField, badRequest, methodNotAllowed } from "#service/http/errors.ts";
import type { Environment } from "#service/http/log-requests.ts";
import { storedNames, usedAttributesEntry } from "./stored-attributes.ts";
import { originOf } from "#service/http/origin.ts";
import { readCompressedBody } from "#service/http/read-compressed-body.ts";
import { sdkKeyOf, type SdkKey } from "#service/http/sdk-keys.ts";
import { batchID, NestedTooDeep } from "./batch-id.ts";
import { batchWriter } from "./batch-writer.ts";
import { countsOf } from "./counts-of-batch.ts";
import { namesExposed, readEvents, rowsOf, type LoggedExperiment } from "./rows-of-batch.ts";

const paths = ["/v1/log_event", "/v1/rgstr", "/v1/rgstr_b", "/v1/log_event_beacon"];

type Exposed = Pick<Experiment, "id" | "idType" | "groups" | "dimensions">;

const logged = ({ idType, groups, dimensions }: Exposed): LoggedExperiment => ({
  idType: idType ?? "userID",
  groupIDs: (groups ?? []).map(({ id }) => id),
  properties: (dimensions ?? []).flatMap(({ key, type }) => (type === "user" ? [key] : [])),
});

async function readExperiments(database: Database, parse: Parse<Experiment>, names: readonly string[]) {
  const found = new Map<string, LoggedExperiment>();
  for (const name of names) {
    const experiment = await readEntity(database, "experiment", name, parse);
    if (experiment) found.set(name, logged(experiment));
  }
  return found;
}

/** Returns the time of the request by the sender's clock, in ms; undefined if it is not stated. */
function sentAt({ req }: Context): number | undefined {
  const time = Number(req.header("statsig-client-time") ?? req.query("t") ?? Number.NaN);
  return Number.isFinite(time) && time > 0 ? time : undefined;
}

/** Returns the id by which a batch is recognized when it is sent again; undefined if it cannot be. Throws 400 for events nested
 *  too deeply.
 *  Choice: without a session, a repeated batch is recognized only if all its events have times. */
function idOf({ req }: Context, keyID: string, { events, statsigMetadata }: LoggedBatch) {
  const session = req.header("statsig-server-session-id") ?? req.query("sid") ?? statsigMetadata?.sessionID;
  const isTimed = events.every((event) => typeof event === "object" && event !== null && "time" in event);
  try {
    return session || isTimed ? batchID(keyID, session ?? "", events) : undefined;
  } catch (error) {
    if (error instanceof NestedTooDeep) throw badField("events", "Must not be nested deeper than 100 levels");
    throw error;
  }
}

interface Options {
  database: Database;
  parseExperiment: Parse<Experiment>;
  /** The user attributes to store, as the setting names them. */
  userAttributes: readonly string[];
  /** Returns the plain names of the user attributes that rules and results use. */
  usedAttributes: (environment: string, now: number) => Promise<ReadonlySet<string>>;
  /** Returns the experiments of layers, as they are served. */
  experimentsInLayers: (environment: string, layers: readonly string[], now: number) => Promise<Exposed[]>;
  now: () => number;
}

/** Adds the endpoints, and returns the function that stores a batch, for other endpoints that log. */
export function serveLogging(
  app: Hono<Environment>,
  { database, parseExperiment, userAttributes, usedAttributes, experimentsInLayers, now }: Options,
) {
  const store = batchWriter(database);

  /** Stores the events logged with a key; resolves when they are on disk. Throws 400 if all events are refused. */
  async function storeBatch(context: Context<Environment>, key: SdkKey, batch: LoggedBatch) {
    const { events, refused, refusals } = readEvents(batch);
    context.set("refusedEvents", refused);
    context.set("eventRefusals", refusals);
    if (events.length === 0 && batch.events.length > 0)
      throw badField(
        "events",
        "None of the events has a name, a time and a unit, and fields of the known types",
      );
    const exposed = namesExposed(events);
    const experiments =
      exposed.experiments.length > 0
        ? await readExperiments(await database.upToDate(), parseExperiment, exposed.experiments)
        : new Map<string, LoggedExperiment>();
    if (exposed.layers.length > 0)
      for (const experiment of await experimentsInLayers(key.environment, exposed.layers, now()))
        experiments.set(experiment.id, logged(experiment));
    const library = {
      type: context.req.header("statsig-sdk-type"),
      version: context.req.header("statsig-sdk-version"),
    };
    const used = userAttributes.includes(usedAttributesEntry)
      ? await usedAttributes(key.environment, now())
      : new Set<string>();
    const attributes = storedNames(userAttributes, used);
    const { environment } = key;
    const origin = key.kind === "client" ? originOf(context) : undefined;
    const received = { now: now(), sentAt: sentAt(context), environment, library, origin, attributes };
    const rows = rowsOf(events, batch, received, experiments);
    if (rows.events.length + rows.exposures.length + rows.checks.length > 0)
      await store({ id: idOf(context, key.id, batch), time: received.now, ...rows });
    context.set("logged", countsOf(events));
  }

  async function log(context: Context<Environment>) {
    const key = await sdkKeyOf(context, database);
    const body = await readCompressedBody(context);
    const { data: batch, error } = LoggedBatch.safeParse(body);
    if (!batch) throw badRequest(problemsOf(error, body));
    await storeBatch(context, key, batch);
    return context.json({ success: true }, 202);
  }

  app.on("POST", paths, log);
  // Reports of errors inside the libraries are accepted, but not used.
  app.post("/v1/sdk_exception", (context) => context.json({ success: true }, 202));
  for (const path of [...paths, "/v1/sdk_exception"])
    app.all(path, (context) => {
      throw methodNotAllowed(context, ["POST"]);
    });
  return storeBatch;
}
