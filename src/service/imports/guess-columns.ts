// Detects which columns of a file hold the parts of an event or exposure, from names and first values. Pure.
import type { GuessedColumns } from "#contract/log-import.ts";
import { parseTime } from "./times.ts";

/** Patterns of normalised column names (lower case, no punctuation). */
const unitNames = /^(user|unit|customer|visitor|member|account|client)(id|key)?$|^id$/;
const timeNames = /^(time|timestamp|datetime|date|ts|at)$|(at|time|timestamp)$/;
const nameNames = /^(event|eventname|name|action)$/;
const groupNames = /^(group|groupname|groupid|variant|variation|arm|treatment|bucket)$/;
const valueNames = /^(value|amount|price|revenue|total|quantity)$/;
/** Types of further ids by normalised column name. */
const idTypes: ReadonlyMap<string, string> = new Map([
  ["stableid", "stableID"],
  ["companyid", "companyID"],
  ["deviceid", "deviceID"],
]);

const plain = (column: string) => column.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Whether at least this share of the non-empty values are times; numbers of up to eight digits do not count. */
function holdsTimes(texts: readonly string[], share: number): boolean {
  const given = texts.filter(Boolean);
  const times = given.filter(
    (text) => parseTime(text) !== undefined && !/^\d{1,8}(\.\d*)?$/.test(text.trim()),
  );
  return given.length > 0 && times.length >= share * given.length;
}

export function guessColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): GuessedColumns {
  const left = new Set(columns);
  const textsOf = (column: string) => rows.map((row) => row[columns.indexOf(column)] ?? "");
  const take = (isMeant: (column: string) => boolean): string | null => {
    const found = [...left].find(isMeant);
    if (found === undefined) return null;
    left.delete(found);
    return found;
  };
  const named = (names: RegExp) => take((column) => names.test(plain(column)));
  const timeColumn =
    take((column) => timeNames.test(plain(column)) && holdsTimes(textsOf(column), 0.5)) ??
    take((column) => holdsTimes(textsOf(column), 0.8));
  const unitColumn = named(unitNames);
  const groupColumn = named(groupNames);
  const nameColumn = named(nameNames);
  const kind = groupColumn !== null && nameColumn === null ? "exposures" : "events";
  const valueColumn = kind === "events" ? named(valueNames) : null;
  const ids: Record<string, string> = {};
  for (const column of left) {
    const type = idTypes.get(plain(column));
    if (type === undefined || type in ids) continue;
    ids[type] = column;
    left.delete(column);
  }
  return {
    kind,
    unitColumn,
    timeColumn,
    nameColumn,
    groupColumn,
    valueColumn,
    metadataColumns: [...left],
    ids,
  };
}
