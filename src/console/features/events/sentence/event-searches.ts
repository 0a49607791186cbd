// The search parameters of the pages about events; invalid ones count as absent.
import { z } from "zod/mini";
import { flag, optional, text } from "#console/foundation/api/address.ts";

const page = optional(z.int().check(z.gte(1)));

/** Parameters of the list of all events, of the import that can replace it, and of the page of one event. */
export const EventsSearch = z.object({
  /** The time range, in the format of the API parameters of the same names. */
  from: text,
  to: text,
  /** The conditions, in filter syntax (API 2.19). */
  where: text,
  /** Id of the open saved view. */
  view: text,
  /** The part of that time whose rows are listed, as two times separated by a slash. */
  during: text,
  /** Options of the chart: field to split by, units instead of events, comparison with the previous period. */
  split: text,
  measure: text,
  compare: text,
  /** `warehouse` reads the events in the warehouse, from the named metric source. */
  store: text,
  metricSource: text,
  /** Page of the list of names. */
  page,
  /** Key of the expanded row. */
  row: text,
  /** Fields that are shown as columns. */
  fields: optional(z.array(z.string())),
  /** `names` shows the list of all event names. */
  tab: text,
  /** Text by which the list of names is filtered. */
  named: text,
  /** Shows only names with anomalies. */
  flagged: flag,
  import: flag,
  /** Id of the experiment whose exposures are imported. */
  experiment: text,
  /** Id of the running import. */
  job: text,
  /** The field whose values are shown. */
  field: text,
  /** Id of the gate whose answer is shown for the expanded row. */
  gate: text,
  /** Page of the metrics derived from an event. */
  metrics: page,
});
export type EventsSearch = z.infer<typeof EventsSearch>;
