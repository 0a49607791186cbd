// Stores the settings of a file, with secrets from environment variables, in an in-memory database as the console would.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod/mini";
import { EntityPropertyCreate } from "#contract/entity-property-update.ts";
import { problemsOf } from "#contract/problems.ts";
import { WarehouseConnectionUpdate } from "#contract/warehouse-connection-update.ts";
import { secretFields, warehouseProviderNames } from "#contract/warehouse-providers.ts";
import { AssignmentSourceCreate, MetricSourceCreate } from "#contract/warehouse-source-update.ts";
import type { Database } from "#service/database/database.ts";
import { HttpError } from "#service/http/errors.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { assignmentSourceHandlers } from "#service/sources/assignment-source-handlers.ts";
import { entityPropertyHandlers } from "#service/sources/entity-property-handlers.ts";
import { metricSourceHandlers } from "#service/sources/metric-source-handlers.ts";
import { sourcePreviews, type SourcePreviews } from "#service/sources/source-previews.ts";
import { activeWarehouse } from "#service/warehouse/active-warehouse.ts";
import { warehouseConnectionHandlers } from "#service/warehouse-connections/warehouse-connection-handlers.ts";

const GivenFile = z.strictObject({
  provider: z.enum(warehouseProviderNames),
  settings: z.record(z.string(), z.unknown()),
  limits: z.optional(z.record(z.string(), z.unknown())),
  assignmentSources: z._default(z.array(AssignmentSourceCreate), []),
  metricSources: z._default(z.array(MetricSourceCreate), []),
  entityProperties: z._default(z.array(EntityPropertyCreate), []),
});

function parsed<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const lines = problemsOf(error, given).map(({ property, errorMessage }) => `${property}: ${errorMessage}`);
  throw new Error(`The settings cannot be used.\n${lines.join("\n")}`);
}

/** Returns the environment variable of a setting: WAREHOUSE_PRIVATE_KEY for `privateKey`. */
export const variableOf = (name: string) =>
  `WAREHOUSE_${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()}`;

type Environment = Readonly<Record<string, string | undefined>>;

function secretsOf(provider: (typeof warehouseProviderNames)[number], environment: Environment) {
  return secretFields(provider).flatMap((name): [string, string][] => {
    const variable = variableOf(name);
    const file = environment[`${variable}_FILE`];
    const value = file ? readFileSync(file, "utf8") : environment[variable];
    return value ? [[name, value]] : [];
  });
}

/** Context as in a request of the API. */
const context: RequestContext = {
  now: Date.now(),
  companyID: "check",
  consoleUrl: "",
  key: { name: "warehouse:check", rights: "write" },
  ifMatch: undefined,
  isKeyValid: async () => true,
  signal: new AbortController().signal,
  upload: null,
};
const query = { dryRun: false };

/** Stores the sources with the column types that the warehouse reports. A source
 *  that it cannot read is stored anyway: the report describes the problem. */
async function storeSources(
  database: Database,
  { assignmentSources, metricSources, entityProperties }: z.output<typeof GivenFile>,
  warehouse: ReturnType<typeof activeWarehouse>,
) {
  let looks = sourcePreviews(database, warehouse);
  const store = async (create: (looks: SourcePreviews) => Promise<unknown>) => {
    try {
      await create(looks);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      looks = sourcePreviews(database, async () => undefined);
      await create(looks);
    }
  };
  for (const body of assignmentSources)
    await store((one) =>
      assignmentSourceHandlers(database, one).handlers.createAssignmentSource({ body, query }, context),
    );
  for (const body of metricSources)
    await store((one) =>
      metricSourceHandlers(database, one).handlers.createMetricSource({ body, query }, context),
    );
  for (const body of entityProperties)
    await store((one) =>
      entityPropertyHandlers(database, one).handlers.createEntityProperty({ body, query }, context),
    );
}

/** Stores the file's settings and returns the encryption key of the secrets. Throws if the file is invalid or contains a secret. */
export async function storeGiven(
  database: Database,
  text: string,
  environment: Environment,
): Promise<Buffer> {
  const given = parsed(GivenFile, JSON.parse(text));
  const { provider, settings, limits } = given;
  const written = secretFields(provider).find((name) => settings[name] !== undefined);
  if (written)
    throw new Error(`'${written}' is a secret and belongs into ${variableOf(written)}, not into the file.`);
  const secrets = Object.fromEntries(secretsOf(provider, environment));
  const body = parsed(WarehouseConnectionUpdate, {
    [provider]: { ...settings, ...secrets },
    active: provider,
    ...(limits && { limits }),
  });
  const secretsKey = randomBytes(32);
  await warehouseConnectionHandlers(database, secretsKey).updateWarehouseConnection(
    { body, params: {}, query: undefined },
    context,
  );
  await storeSources(database, given, activeWarehouse(database, secretsKey));
  return secretsKey;
}
