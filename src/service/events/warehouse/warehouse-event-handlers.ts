// Handlers that list and count the events of the warehouse in use, where each metric source is a table of events.
import { z } from "zod/mini";
import {
  eventFilterOf,
  type WarehouseEventCountsQuery,
  type WarehouseEventsQuery,
} from "#contract/event-query.ts";
import type { MetricSource } from "#contract/warehouse-source.ts";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import type { Database } from "#service/database/database.ts";
import { readMetricSources } from "#service/database/warehouse-sources.ts";
import { badField, HttpError } from "#service/http/errors.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { runEventQuery, type ExplainFailure } from "./run-event-query.ts";
import { countsStatement } from "./event-counts-statement.ts";
import { pageStatement } from "./event-page-statement.ts";
import { checkFields, type BoundedFilter } from "./event-selection.ts";
import { eventTable } from "./event-table.ts";

interface Options {
  readonly warehouse: () => Promise<ActiveWarehouse | undefined>;
  readonly explain: ExplainFailure;
}

type Asked = z.output<typeof WarehouseEventsQuery> | z.output<typeof WarehouseEventCountsQuery>;

const minute = 60_000;

/** Returns the filter of a query; throws 400 if its time range is empty. Relative times count back from the end of the current
 *  minute, so that equal requests within a minute send the same statement, which engines can answer from their caches. */
function boundedFilter(query: Asked, now: number): BoundedFilter {
  const end = Math.ceil(now / minute) * minute;
  const filter = eventFilterOf(query, end);
  const { from = 0, to = end } = filter;
  if (from >= to) throw badField("to", "Must be after the first moment");
  return { ...filter, from, to };
}

const namesOf = (sources: readonly MetricSource[]) => sources.map(({ name }) => `'${name}'`).join(", ");

/** Returns the named source, or the only one without a name. Throws 400 for a missing or unknown name, 409 without sources. */
function chosenSource(sources: readonly MetricSource[], name: string | undefined): MetricSource {
  const [only, ...others] = sources;
  if (!only)
    throw new HttpError(
      409,
      "There is no metric source yet. Add one for the table that the events stand in.",
    );
  if (name === undefined) {
    if (others.length > 0) throw badField("metricSource", `Name one of ${namesOf(sources)}`);
    return only;
  }
  const found = sources.find((source) => source.name === name);
  if (!found)
    throw badField("metricSource", `There is no metric source '${name}'. There are ${namesOf(sources)}`);
  return found;
}

export function warehouseEventHandlers(database: Database, { warehouse: inUse, explain }: Options) {
  /** Throws 409 if no warehouse is in use, 503 if it cannot be opened. */
  async function opened(): Promise<ActiveWarehouse> {
    try {
      const warehouse = await inUse();
      if (warehouse) return warehouse;
    } catch (error) {
      if (!(error instanceof WarehouseError) && !(error instanceof z.core.$ZodError)) throw error;
      const reason = error instanceof WarehouseError ? error.message : "a setting is missing.";
      throw new HttpError(503, `The warehouse could not be opened: ${reason}`);
    }
    throw new HttpError(409, "No warehouse is in use. Choose one on the page Warehouse.");
  }

  /** Returns what both handlers need: the filter, the table of the source, and a function that runs a statement. */
  async function prepared(query: Asked, now: number) {
    const filter = boundedFilter(query, now);
    const warehouse = await opened();
    const source = chosenSource(await readMetricSources(await database.upToDate()), query.metricSource);
    const { provider } = warehouse;
    const table = eventTable(source, provider);
    checkFields(table, filter);
    const about = { provider, metricSource: source.name };
    const ask = (text: string, { signal }: RequestContext) =>
      runEventQuery(
        { reader: database, warehouse, explain, now, signal },
        { text, tag: `assay events of ${source.name}` },
        query.acceptBytes,
      );
    return { filter, table, dialect: dialects[provider], about, ask };
  }

  return {
    readWarehouseEvents: async ({ query }, context) => {
      const { filter, table, dialect, about, ask } = await prepared(query, context.now);
      const { limit, cursor } = query;
      const { text, read } = pageStatement(table, filter, { limit, cursor }, dialect);
      const { rows, ...told } = await ask(text, context);
      return { data: { ...about, ...told, answer: rows && read(rows) } };
    },
    readWarehouseEventCounts: async ({ query }, context) => {
      const { filter, table, dialect, about, ask } = await prepared(query, context.now);
      const { text, read } = countsStatement(table, filter, query.bins, dialect);
      const { rows, ...told } = await ask(text, context);
      return { data: { ...about, ...told, answer: rows && read(rows) } };
    },
  } satisfies Partial<Handlers>;
}
