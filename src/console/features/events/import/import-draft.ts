// The options of a file import, and the request built from them. Pure.
import { z } from "zod/mini";
import type { LogImportRequest } from "#contract/log-import-update.ts";
import { importKinds, type ImportFile } from "#contract/log-import.ts";

export const ImportDraft = z.object({
  kind: z.enum(importKinds),
  experimentID: z.string(),
  /** Column names; empty if the file has no such column. */
  unit: z.string(),
  time: z.string(),
  name: z.string(),
  group: z.string(),
  value: z.string(),
  /** Columns that are kept as metadata or properties. */
  kept: z.array(z.string()),
  /** Column by type of additional id. */
  ids: z.record(z.string(), z.string()),
  /** Text used if there is no column. */
  unitPrefix: z.string(),
  timeAt: z.string(),
  eventName: z.string(),
});
export type ImportDraft = Readonly<z.infer<typeof ImportDraft>>;

export function draftOf({ guess }: ImportFile, experimentID: string | undefined): ImportDraft {
  const isExposures = experimentID !== undefined || guess.kind === "exposures";
  return {
    kind: isExposures ? "exposures" : "events",
    experimentID: experimentID ?? "",
    unit: guess.unitColumn ?? "",
    time: guess.timeColumn ?? "",
    name: guess.nameColumn ?? "",
    group: guess.groupColumn ?? "",
    value: guess.valueColumn ?? "",
    kept: guess.metadataColumns,
    ids: guess.ids,
    unitPrefix: "",
    timeAt: "",
    eventName: "",
  };
}

/** An empty field is left out, so that the service reports it as required. */
const or = (column: string, value: string, instead: string, text: string) =>
  value ? { [column]: value } : text.trim() ? { [instead]: text.trim() } : {};

export function requestOf(draft: ImportDraft, file: string, skipBad: boolean): LogImportRequest {
  const shared = {
    file,
    ...or("unitColumn", draft.unit, "unitPrefix", draft.unitPrefix),
    ...or("timeColumn", draft.time, "timeAt", draft.timeAt),
    ...(skipBad ? { skipBad } : {}),
  };
  if (draft.kind === "exposures")
    return {
      ...shared,
      kind: "exposures",
      ...(draft.experimentID ? { experimentID: draft.experimentID } : {}),
      ...(draft.group ? { groupColumn: draft.group } : {}),
      properties: Object.fromEntries(draft.kept.map((column) => [column, column])),
    };
  return {
    ...shared,
    kind: "events",
    ...or("nameColumn", draft.name, "eventName", draft.eventName),
    ...(draft.value ? { valueColumn: draft.value } : {}),
    metadataColumns: [...draft.kept],
    ...(Object.keys(draft.ids).length ? { ids: draft.ids } : {}),
  };
}

/** Returns the role of a column in an event or exposure. */
export function roleOf(column: string, draft: ImportDraft): string {
  const isEvents = draft.kind === "events";
  if (column === draft.unit) return "User";
  if (column === draft.time) return "Time";
  if (isEvents && column === draft.name) return "Event name";
  if (isEvents && column === draft.value) return "Value";
  if (!isEvents && column === draft.group) return "Group";
  const id = isEvents ? Object.entries(draft.ids).find(([, of]) => of === column)?.[0] : undefined;
  if (id !== undefined) return id;
  return draft.kept.includes(column) ? "Kept" : "Left out";
}

/** Returns what separates the columns of a file, where it is not the usual comma. */
export const separatorText = ({ separator }: ImportFile): string =>
  separator === ";"
    ? ", columns separated by semicolons"
    : separator === "\t"
      ? ", columns separated by tabs"
      : "";

const units = ["B", "kB", "MB", "GB"];

/** Such as "1.2 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))}\u00a0${units[power]}`;
}
