// A row of a file of any format: texts by column name, or the reason why it cannot be read.

export type Fields = ReadonlyMap<string, string>;

/** A row, or why it could not be read; `line` is where it starts (in Parquet its number), from 1. */
export type FileRow = { line: number; fields: Fields } | { line: number; problem: string };

/** A file that cannot be imported at all; the message is for the user. */
export class UnreadableFile extends Error {}
