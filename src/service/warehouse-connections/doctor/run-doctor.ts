// Runs the steps of the doctor in order; steps after a failure are skipped. Stores nothing and reveals no secrets.
import { setMaxListeners } from "node:events";
import type { WarehouseCheckStep } from "#contract/warehouse-check.ts";
import type { WarehouseLimits } from "#contract/warehouse-connection.ts";
import { secretFields, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import { openClient, type Endpoints, type PlainSettings } from "#service/warehouse/open-client.ts";
import type { RecordStatements } from "#service/warehouse/running-statements.ts";
import { WarehouseError, type WarehouseClient } from "#service/warehouse/statement.ts";
import { athenaSteps } from "./athena-steps.ts";
import { stepMs, type DoctorStep, type Examined, type Finding } from "./doctor-step.ts";
import { explain } from "#service/warehouse/messages/known-messages.ts";
import { bigQuerySteps } from "./bigquery-steps.ts";
import { databricksSteps } from "./databricks-steps.ts";
import { postgresSteps } from "./postgres-steps.ts";
import { redshiftSteps } from "./redshift-steps.ts";
import { sourceStep, type StoredSource } from "./source-step.ts";
import { snowflakeSteps } from "./snowflake-steps.ts";
import { trinoSteps } from "./trino-steps.ts";

const steps: Readonly<Record<WarehouseProvider, readonly DoctorStep[]>> = {
  postgres: postgresSteps,
  trino: trinoSteps,
  athena: athenaSteps,
  redshift: redshiftSteps,
  snowflake: snowflakeSteps,
  databricks: databricksSteps,
  bigquery: bigQuerySteps,
};

/** Returns the steps; if there are sources, they are read after the tables. */
export const stepsOf = (
  provider: WarehouseProvider,
  sources: readonly StoredSource[],
): readonly DoctorStep[] =>
  steps[provider].flatMap((step) =>
    step.name === "Read tables" && sources.length ? [step, sourceStep(sources)] : [step],
  );

/** Time limit of a whole run, ms. */
const allMs = 60_000;

/** Returns the secrets and each of their lines, in plain, JSON-escaped and protocol-encoded forms. */
function secretTexts(provider: WarehouseProvider, settings: PlainSettings): string[] {
  const secrets = secretFields(provider).flatMap((name) => {
    const value = settings[name];
    return typeof value === "string" ? [value, ...value.split(/\n|\\n/)] : [];
  });
  return secrets
    .map((text) => text.trim())
    .filter((text) => text.length >= 4)
    .flatMap((text) => [text, Buffer.from(text).toString("base64"), encodeURIComponent(text)])
    .sort((a, b) => b.length - a.length);
}

/** Returns a function that masks the secrets in a text. */
export function withoutSecrets(provider: WarehouseProvider, settings: PlainSettings) {
  const secrets = secretTexts(provider, settings);
  return (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "•••"), text);
}

interface Run {
  provider: WarehouseProvider;
  settings: PlainSettings;
  limits: WarehouseLimits;
  endpoints?: Endpoints;
  noted?: RecordStatements;
  /** Stored sources of this warehouse. */
  sources?: readonly StoredSource[];
  /** Called on each change, with all steps. */
  changed: (steps: readonly WarehouseCheckStep[]) => void;
}

export async function runDoctor(run: Run): Promise<void> {
  const { provider, settings, limits, endpoints = {}, noted = (one) => one, sources = [], changed } = run;
  const own = stepsOf(provider, sources);
  let told: WarehouseCheckStep[] = own.map(({ name }) => ({ name, state: "waiting" }));
  const clean = withoutSecrets(provider, settings);
  const note = (index: number, step: Partial<WarehouseCheckStep>) => {
    told = told.map((each, at) => (at === index ? { ...each, ...step } : each));
    changed(told);
  };
  const end = AbortSignal.timeout(allMs);
  let opened: Promise<WarehouseClient> | undefined;
  const client = () =>
    (opened ??= openClient(provider, settings, endpoints).then((one) => noted(one, provider)));
  for (const [index, step] of own.entries()) {
    const tried: string[] = [];
    const signal = AbortSignal.any([end, AbortSignal.timeout(stepMs)]);
    setMaxListeners(0, signal);
    const tries = (text: string) => {
      tried.push(text);
      note(index, { tried: clean(tried.join("; ")) });
    };
    note(index, { state: "running" });
    const started = performance.now();
    const found = await examine(step, { provider, settings, limits, endpoints, client, signal, tries });
    note(index, {
      ...found,
      sentence: clean(found.sentence),
      ...(found.said === undefined ? {} : { said: clean(found.said) }),
      ms: Math.round(performance.now() - started),
    });
    if (found.state !== "failed") continue;
    told = told.map((each, at) => (at > index ? { ...each, state: "not reached" } : each));
    break;
  }
  changed(told);
  await opened?.then(
    (one) => one.close(),
    () => undefined,
  );
}

type StepOutcome = Finding & { code?: string; said?: string };

async function examine(step: DoctorStep, examined: Examined): Promise<StepOutcome> {
  try {
    return await step.run(examined);
  } catch (error) {
    const code =
      error instanceof WarehouseError
        ? error.code
        : error instanceof Error && "code" in error
          ? String(error.code)
          : "";
    const message = error instanceof Error ? error.message : String(error);
    const isLate = examined.signal.aborted;
    const said = { code: isLate ? "ETIMEDOUT" : code, said: message };
    const known = explain(examined.provider, said.code, message, examined.settings);
    const more = (await step.more?.(examined, code).catch(() => "")) ?? "";
    return {
      state: "failed",
      ...(known
        ? { ...known, sentence: `${known.sentence} ${more}`.trimEnd() }
        : { sentence: "The engine refused this. These are its words.", who: "warehouse admin" as const }),
      ...said,
    };
  }
}
