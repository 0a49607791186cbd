// One step of the doctor: returns a finding, or throws an error that the runner of the steps explains.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { WarehouseLimits } from "#contract/warehouse-connection.ts";
import type { Endpoints, PlainSettings } from "#service/warehouse/open-client.ts";
import { runStatement } from "#service/warehouse/run-statement.ts";
import type { WarehouseClient, WarehouseRow, WarehouseValue } from "#service/warehouse/statement.ts";
import type { Explained } from "#service/warehouse/messages/known-message.ts";

export interface Examined {
  readonly provider: WarehouseProvider;
  readonly settings: PlainSettings;
  readonly limits: WarehouseLimits;
  readonly endpoints: Endpoints;
  /** Throws if a setting is missing. */
  readonly client: () => Promise<WarehouseClient>;
  readonly signal: AbortSignal;
  /** Records what is tried, before it is tried. */
  readonly tries: (text: string) => void;
}

export type Finding =
  | { state: "passed" | "skipped"; sentence: string }
  | ({ state: "warned" | "failed" } & Explained);

export interface DoctorStep {
  readonly name: string;
  readonly run: (examined: Examined) => Promise<Finding>;
  /** Returns facts that help to fix a failure, as additional sentences. */
  readonly more?: (examined: Examined, code: string) => Promise<string>;
}

export const passed = (sentence: string): Finding => ({ state: "passed", sentence });
export const skipped = (sentence: string): Finding => ({ state: "skipped", sentence });

export const stepMs = 10_000;

/** Runs a statement and returns its rows; records the statement as it is sent. */
export async function ask(
  { client, signal, tries }: Examined,
  text: string,
  values: readonly WarehouseValue[] = [],
  mayWrite?: true,
): Promise<readonly WarehouseRow[]> {
  tries(text.replaceAll(/\s+/g, " "));
  const { rows } = await runStatement(
    await client(),
    {
      text,
      values,
      tag: "assay doctor",
      isFresh: true,
      deadline: Date.now() + stepMs,
      ...(mayWrite ? { mayWrite } : {}),
    },
    { signal },
  );
  return rows;
}

/** Returns a text setting, trimmed; empty if it is not a text. */
export const textOf = ({ settings }: Examined, name: string): string => {
  const value = settings[name];
  return typeof value === "string" ? value.trim() : "";
};

/** Quotes a name, for statements that accept no bound value in its place. */
export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;
