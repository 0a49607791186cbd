// The query of whatever is asked of the event log: which events, of which time (API 2.19).
import { z } from "zod/mini";
import { limits } from "./limits.ts";
import { bounded, flag, flagOf, pageFields, wholeNumber } from "./query-fields.ts";
import { parseField, parseWhere, WhereProblem, type EventWhere } from "./event-where.ts";

/** A moment in ms, or one so long before now. */
export type EventTime = { readonly at: number } | { readonly ago: number };

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const isUnit = (text: string): text is keyof typeof units => Object.hasOwn(units, text);

/** Reads ms, ISO 8601 (UTC where it names no zone), `now`, or `-24h` (minutes, hours, days). */
export function readTime(text: string): EventTime | undefined {
  if (text === "now") return { ago: 0 };
  const [, amount, unit = ""] = /^-(\d{1,9})([mhd])$/.exec(text) ?? [];
  if (isUnit(unit)) return { ago: Number(amount) * units[unit] };
  if (/^-?\d{1,15}$/.test(text)) return { at: Number(text) };
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.]\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) return undefined;
  const at = Date.parse(/T/.test(text) && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text);
  return Number.isFinite(at) ? { at } : undefined;
}

const Time = z
  .pipe(
    z.union([z.number(), z.string()]),
    z.transform((given, context): EventTime => {
      const time = readTime(String(given));
      if (time) return time;
      context.issues.push({
        code: "custom",
        message: `Expected ms, a date and time as in 2026-11-14T09:30Z, 'now', or as in '-24h', received '${given}'`,
        input: given,
      });
      return z.NEVER;
    }),
  )
  .check(z.meta({ type: "string", description: "ms, ISO 8601, now, or before now as in -30m, -24h, -7d" }));

/** One text or several, each to the letter: a comma belongs to it. */
const Texts = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given) => (typeof given === "string" ? [given] : given)),
  ),
  z.array(z.string().check(z.minLength(1))).check(z.maxLength(limits.parameterValues)),
);

export interface EventUnit {
  /** userID, or another unit type. */
  readonly type: string;
  readonly id: string;
}

const Units = z.pipe(
  Texts,
  z.transform((given, context): EventUnit[] =>
    given.flatMap((text) => {
      const end = text.indexOf(":");
      if (end > 0 && end < text.length - 1) return [{ type: text.slice(0, end), id: text.slice(end + 1) }];
      context.issues.push({
        code: "custom",
        message: `Expected a unit type and an id, as in stableID:a1b2, received '${text}'`,
        input: given,
      });
      return [];
    }),
  ),
);

/** Reads what the words of a filter say; the refusal names the place. */
const inWords = <T>(read: (text: string) => T, description: string) =>
  z
    .pipe(
      z.string(),
      z.transform((given, context): T => {
        try {
          return read(given);
        } catch (error) {
          if (!(error instanceof WhereProblem)) throw error;
          context.issues.push({ code: "custom", message: error.message, input: given });
          return z.NEVER;
        }
      }),
    )
    .check(z.meta({ type: "string", description }));

const Where = inWords(
  (text): EventWhere => parseWhere(text),
  'Conditions that all hold, as in: country is DE, SE and value >= 50 and "page.title" contains "summer sale"',
);
const Field = inWords(
  parseField,
  'A field as in a filter: country, "page title", value, source, name, userID, user.plan, id.stableID',
);

/** Which events are meant: all conditions hold, and of several values of one parameter one must fit. */
export const eventFilterFields = {
  /** The first moment. */
  from: z.optional(Time),
  /** The first moment after. */
  to: z.optional(Time),
  name: z.optional(Texts),
  userID: z.optional(Texts),
  /** As in `stableID:a1b2`. */
  unit: z.optional(Units),
  source: z.optional(Texts),
  where: z.optional(Where),
};
export const EventFilterQuery = z.object(eventFilterFields);
export type EventFilterQuery = z.output<typeof EventFilterQuery>;

/** An EventFilterQuery at a moment, ready to be compared with events. */
export interface EventFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly names?: readonly string[] | undefined;
  /** Of all unit types, userID among them. */
  readonly units?: readonly EventUnit[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly where: EventWhere;
}

const timeAt = (time: EventTime | undefined, now: number) =>
  time && ("at" in time ? time.at : now - time.ago);

export function eventFilterOf(query: EventFilterQuery, now: number): EventFilter {
  const { name, userID, unit, source, where = [] } = query;
  const users = userID?.map((id) => ({ type: "userID", id }));
  return {
    from: timeAt(query.from, now),
    to: timeAt(query.to, now),
    names: name,
    units: users || unit ? [...(users ?? []), ...(unit ?? [])] : undefined,
    sources: source,
    where,
  };
}

/** The place of the last row that was read, as a list of events answers it in `nextPage`. */
const Cursor = z
  .pipe(
    z.string(),
    z.transform((given, context) => {
      const [time, number, before] = given.split(".").map(Number);
      const isRead = /^-?\d{1,15}\.-?\d{1,15}\.\d{1,15}$/.test(given);
      if (isRead && time !== undefined && number !== undefined && before !== undefined)
        return { time, number, before };
      context.issues.push({
        code: "custom",
        message: "Expected a cursor as nextPage has it",
        input: given,
      });
      return z.NEVER;
    }),
  )
  .check(z.meta({ type: "string", description: "As nextPage has it; it goes before page" }));

export const printCursor = ({ time, number, before }: EventCursor) => `${time}.${number}.${before}`;
export type EventCursor = z.output<typeof Cursor>;

/** Choice: with a filter the next page of events is named by the last one of this page, so that a deep page costs no more than the first. */
export const EventsQuery = z.object({
  ...pageFields,
  ...eventFilterFields,
  cursor: z.optional(Cursor),
  /** Choice: with `total=false` a list of events does not count, and `totalItems` holds those up to this page. */
  total: flagOf(true),
});

export const EventTotalQuery = z.object({ ...eventFilterFields, compare: flag });

export const EventCountsQuery = z.object({
  ...eventFilterFields,
  split: z.optional(Field),
  /** Values of the split that have a series of their own; the rest are the others. */
  top: bounded(5, 1, 20),
  measure: z._default(z.enum(["events", "units"]), "events"),
  /** Beside the time of the same length before; needs `from`. */
  compare: flag,
  /** About so many bins; their width is one that people use. */
  bins: bounded(60, 1, 200),
});

export const EventValuesQuery = z.object({
  ...eventFilterFields,
  field: Field,
  limit: bounded(20, 0, 500),
});

const warehouseFields = {
  ...eventFilterFields,
  // Choice: a warehouse is never asked for events without their first moment; without `to` they end with the minute in which it is asked.
  from: Time,
  /** Needed where there are several. */
  metricSource: z.optional(z.string()),
  /** Bytes that may be read without an estimate before. */
  acceptBytes: z.optional(wholeNumber(0)),
};
export const WarehouseEventsQuery = z.object({
  ...warehouseFields,
  limit: bounded(100, 1, 100),
  cursor: z.optional(Cursor),
});
export const WarehouseEventCountsQuery = z.object({ ...warehouseFields, bins: bounded(60, 1, 200) });

export const exportTypes = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
} as const;
export type ExportFormat = keyof typeof exportTypes;

/** Texts that are read as words of a filter, each by itself. */
const Fields = z.pipe(
  Texts,
  z.transform((given, context) =>
    given.flatMap((text) => {
      const read = Field.safeParse(text);
      if (read.success) return [read.data];
      for (const { message } of read.error.issues)
        context.issues.push({ code: "custom", message, input: given });
      return [];
    }),
  ),
);

/** Choice: the events of a filter are sent as a file at `/event_export`, in the order in which they were stored. */
export const EventExportQuery = z.object({
  ...eventFilterFields,
  format: z._default(z.enum(["ndjson", "csv", "parquet"]), "ndjson"),
  /** Fields that have a column of their own, beside the whole of an event. */
  fields: z.optional(Fields),
});

const Unit = z
  .pipe(
    z.string(),
    z.transform((given, context): EventUnit => {
      const end = given.indexOf(":");
      if (end > 0 && end < given.length - 1) return { type: given.slice(0, end), id: given.slice(end + 1) };
      context.issues.push({
        code: "custom",
        message: `Expected a unit type and an id, as in userID:ada, received '${given}'`,
        input: given,
      });
      return z.NEVER;
    }),
  )
  .check(z.meta({ type: "string", description: "A unit type and an id, as in userID:ada" }));

export const timelineKinds = ["event", "exposure", "check"] as const;

const { unit: _units, userID: _userID, ...filterOfOne } = eventFilterFields;
export const UnitTimelineQuery = z.object({
  ...filterOfOne,
  unit: Unit,
  /** All where absent. */
  kind: z.optional(z.enum(timelineKinds)),
  limit: bounded(100, 1, 100),
  cursor: z.optional(Cursor),
});
export const UnitQuery = z.object({ unit: Unit });
