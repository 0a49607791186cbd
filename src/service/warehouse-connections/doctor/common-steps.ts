// Checks common to all engines that run statements.
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod/mini";
import { problemsOf } from "#contract/problems.ts";
import {
  warehouseFields,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import type { WarehouseClient } from "#service/warehouse/statement.ts";
import {
  ask,
  passed,
  quotedName,
  skipped,
  textOf,
  type DoctorStep,
  type Examined,
  type Finding,
} from "./doctor-step.ts";
import { keyProblem } from "./key-problems.ts";
import { reach } from "./reach.ts";

const required: Partial<Record<WarehouseProvider, readonly string[]>> = {
  postgres: ["host", "database", "username"],
  trino: ["host", "username", "catalog"],
  athena: ["region", "database"],
  redshift: ["host", "database"],
  snowflake: ["accountName", "serviceUserName"],
  databricks: ["host", "path", "accessToken"],
  bigquery: ["project", "privateKey"],
};

/** Further required settings, depending on how the connection signs in. */
const alsoRequired = ({ provider, settings }: Examined): readonly string[] =>
  provider !== "redshift"
    ? []
    : [
        ...(settings["useAssumeRole"] ? ["region", "roleArn"] : ["username", "password"]),
        ...(settings["useSshTunnel"] ? ["sshHost", "sshUsername", "sshPrivateKey"] : []),
      ];

export const form: DoctorStep = {
  name: "Form",
  run: async (examined) => {
    const { provider, settings } = examined;
    const fields = warehouseFields(provider);
    const shape: z.ZodMiniType = warehouseProviders[provider].settings;
    const parsed = shape.safeParse(settings);
    const [problem] = parsed.success ? [] : problemsOf(parsed.error, settings);
    if (problem)
      return { state: "failed", sentence: `${problem.errorMessage}.`, field: problem.property, who: "you" };
    const needed = [...(required[provider] ?? []), ...alsoRequired(examined)];
    const missing = needed.find((name) => !settings[name]);
    const title = fields.find(({ name }) => name === missing)?.title;
    return missing && title
      ? { state: "failed", sentence: `${title} is missing.`, field: missing, who: "you" }
      : passed("Everything that is needed is there, in its form.");
  },
};

export const network: DoctorStep = {
  name: "Name, port, TLS",
  run: async (examined) => {
    const { provider, settings, signal, tries } = examined;
    const isTls = settings["useTls"] !== false;
    const usual = provider === "postgres" ? 5432 : isTls ? 443 : 8080;
    const port = typeof settings["port"] === "number" ? settings["port"] : usual;
    const host = textOf(examined, "host");
    tries(`${host}:${port}`);
    const tls = isTls ? (provider === "postgres" ? "postgres" : "at once") : "none";
    const ca = textOf(examined, "certificateAuthority");
    const verify = settings["verifyCA"] !== false;
    return passed(await reach({ host, port, tls, verify, ...(ca ? { ca } : {}) }, signal));
  },
};

export const clock: DoctorStep = {
  name: "Clock",
  run: async () => skipped("Not needed: this sign-in does not depend on the time."),
};

/** The common check of the form, followed by a check specific to the provider. */
export const formWith = (check: (examined: Examined) => Promise<Finding>): DoctorStep => ({
  name: form.name,
  run: async (examined) => {
    const found = await form.run(examined);
    return found.state === "passed" ? check(examined) : found;
  },
});

/** The common check of the form, followed by a check that keys and certificates are readable and match. */
export const formWithKeys = formWith(async ({ provider, settings }) => {
  const problem = await keyProblem(provider, settings);
  return problem
    ? { state: "failed", sentence: `${problem.message}.`, field: problem.field, who: "you" }
    : passed("Everything that is needed is there, in its form.");
});

interface Staging {
  field: string;
  /** Returns the schema as statements name it; empty if none is configured. */
  schema: (examined: Examined) => string;
  quoted: (name: string) => string;
  /** SQL after the columns of a new table. */
  options?: string;
}
const usualStaging: Staging = {
  field: "stagingSchema",
  schema: (examined) => {
    const name = textOf(examined, "stagingSchema");
    return name && quotedName(name);
  },
  quoted: quotedName,
};

/** Creates a table in the staging schema and always drops it again. */
export const staging = (
  columnType: string,
  { field, schema: schemaOf, quoted, options = "" }: Staging = usualStaging,
): DoctorStep => ({
  name: "Write staging",
  run: async (examined) => {
    const schema = schemaOf(examined);
    if (!schema)
      return skipped("No staging schema is set: one statement does it all, and nothing is written.");
    const table = `${schema}.${quoted(`assay_doctor_${Date.now().toString(36)}`)}`;
    const write = (text: string) => ask(examined, text, [], true);
    await write(`create table ${table} (a ${columnType})${options}`);
    try {
      await write(`insert into ${table} values (1)`);
      const rows = await ask(examined, `select a from ${table}`);
      return rows.length === 1
        ? passed(`A table was made in ${textOf(examined, field)}, filled, read and dropped.`)
        : {
            state: "failed",
            sentence: "What was written was not read back.",
            field,
            who: "warehouse admin",
          };
    } finally {
      await write(`drop table ${table}`);
    }
  },
});

/** Maximum time in which a cancelled statement must end, ms. */
const stopMs = 2000;

const isRunning = (client: WarehouseClient, id: string, signal: AbortSignal) =>
  client.poll(id, signal).then(
    ({ isFinished }) => !isFinished,
    () => false,
  );

export const cancel = (longStatement: string): DoctorStep => ({
  name: "Cancel",
  run: async ({ client, signal, tries }: Examined) => {
    tries(longStatement);
    const opened = await client();
    const deadline = Date.now() + 30_000;
    const { id } = await opened.submit(
      { text: longStatement, values: [], tag: "assay doctor", isFresh: true, deadline },
      signal,
    );
    const started = performance.now();
    await opened.cancel(id);
    // Some engines only record the request to cancel; the statement is stopped once they say so.
    while (await isRunning(opened, id, signal)) await wait(100, undefined, { signal });
    const ms = Math.round(performance.now() - started);
    return ms <= stopMs
      ? passed(`A long statement was stopped within ${(ms / 1000).toFixed(1)} s.`)
      : {
          state: "warned",
          sentence: `It took ${(ms / 1000).toFixed(1)} s to stop a long statement.`,
          who: "warehouse admin",
        };
  },
});
