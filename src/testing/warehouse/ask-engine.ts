// Statements for the tests of engines, each with a timeout of a minute unless stated otherwise.
import { runStatement } from "#service/warehouse/run-statement.ts";
import type { StatementResult, WarehouseClient, WarehouseValue } from "#service/warehouse/statement.ts";

export const statement = (text: string, values: readonly WarehouseValue[] = [], tag = "test") => ({
  text,
  values,
  tag,
  deadline: Date.now() + 60_000,
});

export const ask = (
  client: WarehouseClient,
  text: string,
  values: readonly WarehouseValue[] = [],
): Promise<StatementResult> => runStatement(client, statement(text, values));

/** Statements that fill tables for a test. */
export async function write(client: WarehouseClient, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await writeWithin(60, client, text);
}

export async function writeWithin(seconds: number, client: WarehouseClient, text: string): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  await runStatement(client, { ...statement(text), deadline, mayWrite: true });
}
