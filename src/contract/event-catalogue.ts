// The events that were ever logged, by name: how many, when, and with which fields.
import { z } from "zod/mini";
import { flag, pageFields } from "./query-fields.ts";

export const EventCatalogueQuery = z.object({
  ...pageFields,
  /** One event by its whole name. */
  name: z.optional(z.string()),
  /** A part of a name, in any case. */
  named: z.optional(z.string()),
  /** Those alone that something is odd about. */
  flagged: flag,
});

export const FieldType = z.enum(["text", "number", "boolean", "list", "object", "null"]);
export type FieldType = z.infer<typeof FieldType>;

/** Days count from 1970, in UTC. */
const seen = { events: z.number(), firstDay: z.number(), lastDay: z.number() };

export const CataloguedField = z.looseObject({
  name: z.string(),
  /** The most frequent first. */
  types: z.array(z.looseObject({ type: FieldType, ...seen })),
  /** Of the events that are counted by field, 0 to 1. */
  share: z.number(),
  /** Cut where they are long. */
  examples: z.array(z.string()),
});
export type CataloguedField = z.infer<typeof CataloguedField>;

/** A possible mistake or surprise, and the day on which it began. */
export const CatalogueFlag = z.looseObject({
  kind: z.enum(["new", "vanished", "type_changed", "similar_name", "dotted_field"]),
  day: z.number(),
  field: z.optional(z.string()),
  /** The types before and since. */
  types: z.optional(z.array(FieldType)),
  /** Names that differ in case, spaces and signs alone. */
  names: z.optional(z.array(z.string())),
});
export type CatalogueFlag = z.infer<typeof CatalogueFlag>;

export const CataloguedEvent = z.looseObject({
  name: z.string(),
  events: z.number(),
  /** ms since the epoch */
  firstTime: z.number(),
  lastTime: z.number(),
  /** Those of the last 30 days that have any. */
  days: z.array(z.looseObject({ day: z.number(), events: z.number() })),
  fields: z.array(CataloguedField),
  sources: z.array(z.looseObject({ name: z.string(), ...seen })),
  flags: z.array(CatalogueFlag),
  /** Events whose fields and sources are counted: all of them, or fewer while a long log is being counted. */
  counted: z.number(),
  /** Names of the metrics that come from it. */
  metrics: z.array(z.string()),
});
export type CataloguedEvent = z.infer<typeof CataloguedEvent>;
