// Converts a request of the console to the same command that the command line
// creates for these choices, so that a file is imported only once either way.
import type { LogImportRequest } from "#contract/log-import-update.ts";
import { badField } from "#service/http/errors.ts";
import type { LogCommand, TimeFrom } from "./log-command.ts";
import { parseTime } from "./times.ts";

function timeOf({ timeColumn, timeAt }: LogImportRequest): TimeFrom {
  if (timeColumn !== undefined) return { column: timeColumn };
  const at = parseTime(timeAt ?? "");
  if (at === undefined)
    throw badField("timeAt", `Expected a time such as 2026-03-20T08:00:00Z, received '${timeAt}'`);
  return { at };
}

const mapOf = (columns: Readonly<Record<string, string>> = {}) => new Map(Object.entries(columns));

/** Fields must be in the same order as on the command line, because the fingerprint of an import depends on it. */
export function requestedCommand(request: LogImportRequest, file: string): LogCommand {
  const { unitColumn, unitPrefix = "", eventName = "", nameColumn } = request;
  const where = { file, dataDir: undefined, dryRun: false, skipBad: request.skipBad === true };
  const unit = unitColumn === undefined ? { rowPrefix: unitPrefix } : { column: unitColumn };
  const time = timeOf(request);
  if (request.kind === "exposures")
    return {
      kind: "exposures",
      ...where,
      experiment: request.experimentID ?? "",
      groupColumn: request.groupColumn ?? "",
      unit,
      time,
      properties: mapOf(request.properties),
    };
  const ids = mapOf(request.ids);
  return {
    kind: "events",
    ...where,
    name: nameColumn === undefined ? { always: eventName } : { column: nameColumn },
    unit,
    time,
    ids: ids.size ? ids : undefined,
    valueColumn: request.valueColumn,
    metadataColumns: request.metadataColumns ?? [],
    where: [],
  };
}
