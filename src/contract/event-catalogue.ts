// Catalogue of all event names ever logged: their volume, time range, fields and sources.
import { z } from "zod/mini";
import { flag, pageFields } from "./query-fields.ts";

export const EventCatalogueQuery = z.object({
  ...pageFields,
  /** Returns only the event with exactly this name. */
  name: z.optional(z.string()),
  /** Part of a name, case-insensitive. */
  named: z.optional(z.string()),
  /** Returns only events that have a flag. */
  flagged: flag,
});

export const FieldType = z.enum(["text", "number", "boolean", "list", "object", "null"]);
export type FieldType = z.infer<typeof FieldType>;

/** Number of events with the first and last day, as days since 1970 in UTC. */
const seen = { events: z.number(), firstDay: z.number(), lastDay: z.number() };

export const CataloguedField = z.looseObject({
  name: z.string(),
  /** Types of the field's values, the most frequent first. */
  types: z.array(z.looseObject({ type: FieldType, ...seen })),
  /** Share of the counted events that have the field, 0 to 1. */
  share: z.number(),
  /** Example values; long ones are truncated. */
  examples: z.array(z.string()),
});
export type CataloguedField = z.infer<typeof CataloguedField>;

/** A possible mistake or surprise, with the day on which it began. */
export const CatalogueFlag = z.looseObject({
  kind: z.enum(["new", "vanished", "type_changed", "similar_name", "dotted_field"]),
  day: z.number(),
  field: z.optional(z.string()),
  /** The types before and after the change. */
  types: z.optional(z.array(FieldType)),
  /** Names that differ only in case, spaces and punctuation. */
  names: z.optional(z.array(z.string())),
});
export type CatalogueFlag = z.infer<typeof CatalogueFlag>;

export const CataloguedEvent = z.looseObject({
  name: z.string(),
  events: z.number(),
  /** ms since the epoch */
  firstTime: z.number(),
  lastTime: z.number(),
  /** The days with events among the last 30. */
  days: z.array(z.looseObject({ day: z.number(), events: z.number() })),
  fields: z.array(CataloguedField),
  sources: z.array(z.looseObject({ name: z.string(), ...seen })),
  flags: z.array(CatalogueFlag),
  /** Number of events whose fields and sources are counted; fewer than all while a long log is still being processed. */
  counted: z.number(),
  /** Names of the metrics that use the event. */
  metrics: z.array(z.string()),
});
export type CataloguedEvent = z.infer<typeof CataloguedEvent>;
