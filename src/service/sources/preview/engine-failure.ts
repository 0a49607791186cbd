import type { SourceCheck } from "#contract/source-preview.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { explainAway } from "#service/warehouse/messages/explain-away.ts";
import { failed } from "./source-checks.ts";

const wrapperStart = "select * from (\n";

/** Returns the engine's error as a check, with its position in the text as typed if that is known. */
export function engineFailure(
  provider: WarehouseProvider,
  error: unknown,
  statement: string,
  sql: string,
): SourceCheck {
  if (!(error instanceof WarehouseError)) throw error;
  const away = explainAway(provider, error);
  if (away) return failed(away, undefined, `${error.code} ${error.message}`);
  const at = error.position ? error.position - 1 - wrapperStart.length : -1;
  // The engine receives the text without comments, so positions are only valid if there were none.
  const isTold = at >= 0 && statement.startsWith(`${wrapperStart}${sql}\n`);
  const before = isTold ? sql.slice(0, at).split("\n") : undefined;
  const place = before ? ` (line ${before.length}, character ${(before.at(-1) ?? "").length + 1})` : "";
  return failed(
    `The warehouse says: ${error.message}${place}`,
    "sql",
    error.code && `Its code is ${error.code}.`,
  );
}
