// The search of the addresses of events; a broken link still opens the page.
import { z } from "zod/mini";
import { flag, optional, text } from "#console/foundation/api/address.ts";

const page = optional(z.int().check(z.gte(1)));

/** Of the list of all events, in whose place a file can be imported, and of the page of one event. */
export const EventsSearch = z.object({
  /** The times of the events, as the parameters of the same names. */
  from: text,
  to: text,
  /** Their conditions, in the words of a filter (API 2.19). */
  where: text,
  /** Id of the saved view that was opened. */
  view: text,
  /** The part of that time whose rows are in view, as two times with a slash between them. */
  during: text,
  /** The chart: the field that splits it, units in place of events, beside the period before. */
  split: text,
  measure: text,
  compare: text,
  /** The events are read in the warehouse with `warehouse`, from the metric source named. */
  store: text,
  metricSource: text,
  /** Page of the names. */
  page,
  /** Key of the opened row. */
  row: text,
  /** Fields of the events that have a column. */
  fields: optional(z.array(z.string())),
  /** The names of all events are in view with `names`. */
  tab: text,
  /** A part of the names in view. */
  named: text,
  /** Names alone that something is odd about. */
  flagged: flag,
  import: flag,
  /** Whose exposures are imported. */
  experiment: text,
  /** Id of the import that is under way. */
  job: text,
  /** The field whose values are in view. */
  field: text,
  /** Id of the gate whose answer to an opened row is in view. */
  gate: text,
  /** Page of the derived metrics of one event. */
  metrics: page,
});
export type EventsSearch = z.infer<typeof EventsSearch>;
