// Evaluates gates, configs and layers for one user over plain HTTP, for programs without a library (API 7.5), and logs an
// exposure for each answer.
import type { Context, Hono } from "hono";
import type { Logger } from "pino";
import type { z } from "zod/mini";
import {
  CheckGateRequest,
  CustomExposuresRequest,
  GetConfigRequest,
  GetLayerRequest,
  type AppUser,
} from "#contract/evaluation-request.ts";
import type { LoggedBatch } from "#contract/logged-event.ts";
import { problemsOf } from "#contract/problems.ts";
import type { Database } from "#service/database/database.ts";
import { setNoStore } from "#service/http/early-headers.ts";
import { badRequest, methodNotAllowed, notFound } from "#service/http/errors.ts";
import type { Environment } from "#service/http/log-requests.ts";
import { originOf } from "#service/http/origin.ts";
import { readCompressedBody } from "#service/http/read-compressed-body.ts";
import { sdkKeyOf, type SdkKey } from "#service/http/sdk-keys.ts";
import type { Answer, PreparedEntity } from "#targeting/served-values/prepare-values.ts";
import { customEvent, exposureEvent, loggedUser } from "./exposure-events.ts";
import type { RulesCache } from "./rules-cache.ts";
import { userOf } from "./user-of-request.ts";

type AppContext = Context<Environment>;

interface Options {
  database: Database;
  rules: RulesCache;
  now: () => number;
  /** Resolves when the events of the batch are on disk. */
  storeBatch: (context: AppContext, key: SdkKey, batch: LoggedBatch) => Promise<void>;
  log: Pick<Logger, "warn">;
}

interface Asking {
  readonly user?: AppUser | null | undefined;
  readonly statsigMetadata?:
    | { stableID?: string | null | undefined; exposureLoggingDisabled?: boolean | null | undefined }
    | null
    | undefined;
}

const unknown = { passes: false, ruleID: "", reason: "Unrecognized" };

export function serveChecks(app: Hono<Environment>, { database, rules, now, storeBatch, log }: Options) {
  async function read<Schema extends z.core.$ZodType & z.ZodMiniType>(context: AppContext, schema: Schema) {
    const key = await sdkKeyOf(context, database);
    const body = await readCompressedBody(context);
    const { data: request, error } = schema.safeParse(body);
    if (error) throw badRequest(problemsOf(error, body));
    return { key, request };
  }

  /** Evaluates gates, configs or layers by name; those that do not exist have no answer. */
  async function decide(
    context: AppContext,
    key: SdkKey,
    kind: "gate" | "config" | "layer",
    names: readonly string[],
    asking: Asking,
  ) {
    const { environment } = key;
    const stableID = asking.statsigMetadata?.stableID;
    const user = asking.user ?? {};
    const time = now();
    const { prepared } = (await rules.current(environment, time)).values();
    // A request with a server key does not come from the user's device.
    const origin = key.kind === "client" ? originOf(context) : undefined;
    const decided = userOf({ user, stableID, origin, environment, time });
    const entities: ReadonlyMap<string, PreparedEntity> = prepared[`${kind}s`];
    prepared.nextUser();
    const answers = new Map<string, Answer | undefined>(
      names.map((name) => [name, entities.get(name)?.decide(decided).answer]),
    );
    if (!asking.statsigMetadata?.exposureLoggingDisabled) {
      const logged = loggedUser(user, stableID);
      const events = [...answers].map(([name, answer]) =>
        exposureEvent(kind, logged, name, answer ? { ...answer, reason: "Network" } : unknown),
      );
      // The app gets its answer even if the exposures cannot be stored.
      await storeBatch(context, key, { events }).catch((error: unknown) =>
        log.warn({ requestID: context.get("requestID"), error: String(error) }),
      );
    }
    return answers;
  }

  async function checkGate(context: AppContext) {
    const { key, request } = await read(context, CheckGateRequest);
    const names = "gateNames" in request ? request.gateNames : [request.gateName];
    const answers = await decide(context, key, "gate", names, request);
    const found = [...answers].map(([name, answer]) => ({
      name,
      value: answer?.passes ?? false,
      rule_id: answer?.ruleID ?? "",
      group_name: answer?.groupName ?? null,
    }));
    return context.json(
      "gateNames" in request ? Object.fromEntries(found.map((one) => [one.name, one])) : found[0],
    );
  }

  async function getConfig(context: AppContext) {
    const { key, request } = await read(context, GetConfigRequest);
    const { configName: name } = request;
    const answer = (await decide(context, key, "config", [name], request)).get(name);
    const ruleID = answer?.ruleID ?? "";
    return context.json({
      name,
      value: answer?.value ?? {},
      group: ruleID,
      rule_id: ruleID,
      group_name: answer?.groupName ?? null,
    });
  }

  async function getLayer(context: AppContext): Promise<Response> {
    const { key, request } = await read(context, GetLayerRequest);
    const { layerName: name } = request;
    const answer = (await decide(context, key, "layer", [name], request)).get(name);
    if (!answer) throw notFound("Layer");
    const { value, ruleID, delegate } = answer;
    return context.json({ name, value, ruleID, allocatedExperimentName: delegate?.name ?? "" });
  }

  async function logExposures(context: AppContext) {
    const { key, request } = await read(context, CustomExposuresRequest);
    const { prepared } = (await rules.current(key.environment, now())).values();
    const stableID = request.statsigMetadata?.stableID;
    const events = request.exposures.map((exposure) =>
      customEvent(exposure, loggedUser(exposure.user ?? request.user ?? {}, stableID), prepared),
    );
    await storeBatch(context, key, { events });
    return context.json({ success: true }, 202);
  }

  const answers = {
    "/v1/check_gate": checkGate,
    "/v1/get_config": getConfig,
    "/v1/get_layer": getLayer,
    "/v1/log_custom_exposure": logExposures,
  };
  for (const [path, answer] of Object.entries(answers)) {
    app.use(path, async (context, next) => {
      setNoStore(context);
      await next();
    });
    app.on("POST", path, answer);
    app.all(path, (context) => {
      throw methodNotAllowed(context, ["POST"]);
    });
  }
}
