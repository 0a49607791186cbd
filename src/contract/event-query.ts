// Query parameters of the event log endpoints: which events, and from which period (API 2.19).
import { z } from "zod/mini";
import { limits } from "./limits.ts";
import { bounded, flag, flagOf, pageFields, wholeNumber } from "./query-fields.ts";
import { parseField, parseWhere, WhereProblem, type EventWhere } from "./event-where.ts";

/** An absolute time in ms, or a duration before now in ms. */
export type EventTime = { readonly at: number } | { readonly ago: number };

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const isUnit = (text: string): text is keyof typeof units => Object.hasOwn(units, text);

/** Parses ms, ISO 8601 (UTC if it names no zone), `now`, or a relative time such as `-24h` (minutes, hours, days). */
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

/** One text or several, matched exactly. A comma is part of the text, not a separator. */
const Texts = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given) => (typeof given === "string" ? [given] : given)),
  ),
  z.array(z.string().check(z.minLength(1))).check(z.maxLength(limits.parameterValues)),
);

export interface EventUnit {
  /** "userID" or another unit type. */
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

/** Schema that parses part of a filter expression; its error message names the position. */
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

/** Filter parameters. All of them must hold; of several values of one parameter, one must match. */
export const eventFilterFields = {
  /** Start of the period, inclusive. */
  from: z.optional(Time),
  /** End of the period, exclusive. */
  to: z.optional(Time),
  name: z.optional(Texts),
  userID: z.optional(Texts),
  /** Unit type and id, such as `stableID:a1b2`. */
  unit: z.optional(Units),
  source: z.optional(Texts),
  where: z.optional(Where),
};
export const EventFilterQuery = z.object(eventFilterFields);
export type EventFilterQuery = z.output<typeof EventFilterQuery>;

/** An EventFilterQuery with its relative times resolved, ready to be matched against events. */
export interface EventFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly names?: readonly string[] | undefined;
  /** Units of all types, including userID. */
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

/** Cursor: the position of the last row that was read, as lists of events return it in `nextPage`. */
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

/** Choice: with a filter, `nextPage` holds a cursor (the last event of the page), so that a deep page costs no more than the first. */
export const EventsQuery = z.object({
  ...pageFields,
  ...eventFilterFields,
  cursor: z.optional(Cursor),
  /** Choice: with `total=false` a list of events is not counted, and `totalItems` counts only the events up to this page. */
  total: flagOf(true),
});

export const EventTotalQuery = z.object({ ...eventFilterFields, compare: flag });

export const EventCountsQuery = z.object({
  ...eventFilterFields,
  split: z.optional(Field),
  /** Number of values of the split field with a series of their own; the rest form the series `others`. */
  top: bounded(5, 1, 20),
  measure: z._default(z.enum(["events", "units"]), "events"),
  /** Also counts the preceding period of the same length; requires `from`. */
  compare: flag,
  /** Approximate number of bins; their width is rounded to a customary one. */
  bins: bounded(60, 1, 200),
});

export const EventValuesQuery = z.object({
  ...eventFilterFields,
  field: Field,
  limit: bounded(20, 0, 500),
});

const warehouseFields = {
  ...eventFilterFields,
  // Choice: a query of events in a warehouse requires `from`; without `to` its period ends with the current minute.
  from: Time,
  /** Required if there are several metric sources. */
  metricSource: z.optional(z.string()),
  /** Estimated bytes up to which the query runs; above that, only the estimate is returned. */
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

/** Texts that are each parsed as a field name of a filter. */
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

/** Choice: `/event_export` sends the events that match a filter as a file, in the order in which they were stored. */
export const EventExportQuery = z.object({
  ...eventFilterFields,
  format: z._default(z.enum(["ndjson", "csv", "parquet"]), "ndjson"),
  /** Fields exported as additional columns. */
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
  /** All kinds if absent. */
  kind: z.optional(z.enum(timelineKinds)),
  limit: bounded(100, 1, 100),
  cursor: z.optional(Cursor),
});
export const UnitQuery = z.object({ unit: Unit });
