// Exports the events of a filter in chunks of the log, each read when the client is ready for it.
import type { z } from "zod/mini";
import {
  eventFilterOf,
  type EventExportQuery,
  type EventFilter,
  exportTypes,
} from "#contract/event-query.ts";
import type { EventField } from "#contract/event-where.ts";
import type { Database } from "#service/database/database.ts";
import type { SentFile } from "#service/http/send-file.ts";
import { binding, conditionSql, sourceOf } from "./event-condition.ts";
import { csv, exportedFields, type LineFormat, linesSql, ndjson } from "./export-lines.ts";
import { parquetFiles } from "./export-parquet.ts";

/** Sequence numbers per chunk: initially, and the minimum and maximum. */
const [begin, least, most] = [16_384, 512, 1_048_576];
/** Approximate characters per chunk, so that events of any size take the same memory. */
const wanted = 8_000_000;
/** Maximum growth of a chunk relative to the one before. */
const growth = 4;

interface Span {
  events: number;
  /** Range of sequence numbers; null if there are no events. */
  first: number | null;
  last: number | null;
}

async function spanOf(database: Database, filter: EventFilter, signal: AbortSignal): Promise<Span> {
  const { values, bind } = binding();
  const [span] = await database.snapshot(async (reader) => {
    const source = await sourceOf(reader, filter);
    return reader.query<Span & Record<string, unknown>>(
      `select count(*) as events, min(seq) as first, max(seq) as last from ${source.table}
       where ${conditionSql(filter, bind, source)}`,
      values,
    );
  }, signal);
  return span ?? { events: 0, first: null, last: null };
}

interface Exported {
  readonly database: Database;
  readonly filter: EventFilter;
  readonly fields: readonly EventField[];
  readonly format: LineFormat;
  readonly signal: AbortSignal;
}

/** Yields the lines of a range. Nothing in the database is held open between chunks, because a client may be slow or idle. */
async function* linesOf({ database, filter, fields, format, signal }: Exported, span: Span) {
  if (format.head) yield format.head;
  const { events, first, last } = span;
  if (first === null || last === null) return;
  let [width, sent] = [begin, 0];
  for (let from = first; from <= last;) {
    const until = Math.min(from + width, last + 1);
    const { values, sql } = linesSql({ filter, fields, format, from, until });
    // A snapshot would take twice the processor time.
    const texts = await database.query<{ lines: string; events: number }>(sql, values, signal);
    const lines = texts.map((text) => `${text.lines}\n`).join("");
    if (lines) yield lines;
    sent += texts.reduce((sum, text) => sum + text.events, 0);
    from = until;
    const times = Math.min(growth, wanted / Math.max(1, lines.length));
    width = Math.min(most, Math.max(least, Math.floor(width * times)));
  }
  // Aborts the download, so that the file is not mistaken for a complete one.
  if (sent !== events)
    throw new Error(`The log changed during an export: ${sent} events were there in place of ${events}.`);
}

export interface ExportOptions {
  dataDir: string;
  warn: (error: unknown) => void;
}

/** Returns a function that exports the events of a query; `left` ends the export when the client disconnects. */
export function eventExports(database: Database, { dataDir, warn }: ExportOptions) {
  const toParquet = parquetFiles(dataDir);

  /** Reports a failure in the middle of an export, which the response itself cannot report. */
  async function* reported<Chunk>(chunks: AsyncIterable<Chunk>, signal: AbortSignal) {
    try {
      yield* chunks;
    } catch (error) {
      if (!signal.aborted) warn(error);
      throw error;
    }
  }

  return async (
    query: z.output<typeof EventExportQuery>,
    now: number,
    left: AbortSignal,
  ): Promise<SentFile> => {
    const leaving = new AbortController();
    const signal = AbortSignal.any([left, leaving.signal]);
    const filter = eventFilterOf(query, now);
    const { keys, fields } = exportedFields(query.fields ?? []);
    const span = await spanOf(database, filter, signal);
    const file = {
      type: exportTypes[query.format],
      name: `events.${query.format}`,
      items: span.events,
      leave: () => leaving.abort(new Error("The reader of an export went away.")),
    };
    if (query.format !== "parquet") {
      const format = query.format === "csv" ? csv(keys) : ndjson(keys);
      const lines = linesOf({ database, filter, fields, format, signal }, span);
      return { ...file, chunks: reported(lines, signal) };
    }
    const format = ndjson(keys.map((_, index) => `field${index}`));
    const lines = linesOf({ database, filter, fields, format, signal }, span);
    return { ...file, ...(await toParquet(lines, keys, signal)) };
  };
}
