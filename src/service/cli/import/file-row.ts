// What a file gives, whatever its format: rows of texts by column name, or why there are none.

export type Fields = ReadonlyMap<string, string>;

/** A row, or why it could not be read; `line` is where it starts (in Parquet its number), from 1. */
export type FileRow = { line: number; fields: Fields } | { line: number; problem: string };

/** A file that cannot be imported at all; the message is for the user. */
export class UnreadableFile extends Error {}
