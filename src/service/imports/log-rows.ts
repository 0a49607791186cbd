// Converts a row of a file to an exposure or event, or finds its problem. Pure.
import type { Group } from "#contract/experiment.ts";
import { textProblem } from "#contract/storable.ts";
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import type { EventsCommand, ExposuresCommand, TimeFrom, UnitFrom } from "./log-command.ts";
import type { Fields } from "./file-row.ts";
import { parseTime } from "./times.ts";

/** Thrown if a row cannot be stored; the message is part of the report. */
export class BadRow extends Error {}

export interface ReadableRow {
  /** Number of the row, from 1. */
  number: number;
  fields: Fields;
}

/** Replacement character that the decoder inserts for invalid UTF-8. */
const unknownCharacter = "\uFFFD";

/** Throws BadRow if a column to be stored contains text that databases cannot store. */
export function refuseUnstorable(fields: Fields, columns: readonly string[]) {
  for (const column of columns) {
    const text = fields.get(column) ?? "";
    const problem = text.includes(unknownCharacter) ? "Not UTF-8" : textProblem(text);
    if (problem) throw new BadRow(`${problem} in ${column}`);
  }
}

// Choice: a row with an empty unit id is imported.
const unitOf = ({ number, fields }: ReadableRow, from: UnitFrom) =>
  "column" in from ? (fields.get(from.column) ?? "").trim() : `${from.rowPrefix}${number}`;

function timeOf({ fields }: ReadableRow, from: TimeFrom): number {
  if ("at" in from) return from.at;
  const text = fields.get(from.column) ?? "";
  const time = parseTime(text);
  if (time === undefined)
    throw new BadRow(text === "" ? `No time in ${from.column}` : `Not a time in ${from.column}: '${text}'`);
  return time;
}

/** Returns JSON of the non-empty fields. */
const filled = (entries: readonly (readonly [name: string, text: string | undefined])[]) =>
  JSON.stringify(Object.fromEntries(entries.filter(([, text]) => text !== undefined && text !== "")));

const filledFrom = ({ fields }: ReadableRow, columns: ReadonlyMap<string, string>) =>
  filled([...columns].map(([name, column]) => [name, fields.get(column)]));

export function exposureOf(
  row: ReadableRow,
  command: ExposuresCommand,
  groups: readonly Group[],
): NewExposure {
  const given = row.fields.get(command.groupColumn) ?? "";
  const group = groups.find(({ id }) => id === given) ?? groups.find(({ name }) => name === given);
  if (!group) throw new BadRow(`Unknown group in ${command.groupColumn}: '${given}'`);
  return {
    experiment: command.experiment,
    group: group.id,
    unit: unitOf(row, command.unit),
    time: timeOf(row, command.time),
    properties: filledFrom(row, command.properties),
  };
}

/** Returns the event of a row; undefined if `--where` excludes the row. */
export function eventOf(row: ReadableRow, command: EventsCommand): NewEvent | undefined {
  const { name: from, where, valueColumn, metadataColumns } = command;
  if (where.some(([column, value]) => row.fields.get(column) !== value)) return undefined;
  const name = "always" in from ? from.always : (row.fields.get(from.column) ?? "");
  if (name === "") throw new BadRow("No event name");
  return {
    name,
    time: timeOf(row, command.time),
    unit: unitOf(row, command.unit),
    ...(command.ids ? { ids: filledFrom(row, command.ids) } : {}),
    value: valueColumn === undefined ? "" : (row.fields.get(valueColumn) ?? ""),
    source: "import",
    metadata: filled(metadataColumns.map((column) => [column, row.fields.get(column)])),
  };
}

/** Returns the columns that the command refers to. */
export function columnsUsed(command: ExposuresCommand | EventsCommand): string[] {
  const own =
    command.kind === "exposures"
      ? [command.groupColumn, ...command.properties.values()]
      : [
          ...("column" in command.name ? [command.name.column] : []),
          ...(command.ids?.values() ?? []),
          ...(command.valueColumn === undefined ? [] : [command.valueColumn]),
          ...command.metadataColumns,
          ...command.where.map(([column]) => column),
        ];
  const sources = [command.unit, command.time].flatMap((from) => ("column" in from ? [from.column] : []));
  return [...new Set([...own, ...sources])];
}
