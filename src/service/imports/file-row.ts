// A row of a file in any format: texts by column name, or the reason why it is invalid.

export type Fields = ReadonlyMap<string, string>;

/** A row, or why it is invalid; `line` is its first line (in Parquet the row number), from 1. */
export type FileRow = { line: number; fields: Fields } | { line: number; problem: string };

/** Thrown if a file cannot be imported at all; the message is shown to the user. */
export class UnreadableFile extends Error {}
