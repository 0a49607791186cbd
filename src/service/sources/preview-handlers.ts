// Handlers for metadata of sources from the warehouse: previews, the tables to choose from, and the freshness of stored sources.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { pageOfList } from "#service/database/pages.ts";
import { HttpError } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { explainAway } from "#service/warehouse/messages/explain-away.ts";
import type { sourceFreshness } from "./source-freshness.ts";
import { noWarehouse, type SourcePreviews } from "./source-previews.ts";
import { warehouseTables } from "./warehouse-tables.ts";

/** Throws 502 with a plain sentence if the warehouse is away, else with the engine's error message. */
const unanswered =
  (provider?: WarehouseProvider) =>
  (error: unknown): never => {
    if (!(error instanceof WarehouseError)) throw error;
    const away = provider && explainAway(provider, error);
    throw new HttpError(502, away ?? `The warehouse says: ${error.message}`);
  };

export function previewHandlers(
  looks: SourcePreviews,
  warehouseInUse: () => Promise<ActiveWarehouse | undefined>,
  freshness: ReturnType<typeof sourceFreshness>,
) {
  return {
    previewSource: async ({ body: { kind, ...draft } }, { now, signal }) => {
      const preview = await looks.preview(kind, draft, { now, signal });
      if (!preview) throw noWarehouse();
      return { data: preview };
    },
    listSourceFreshness: async ({ query }, { now }) => pageOfList(await freshness(now), query),
    listWarehouseTables: async ({ query: { search = "", ...page } }) => {
      const warehouse = await warehouseInUse().catch(unanswered());
      if (!warehouse) throw noWarehouse();
      const tables = await warehouseTables(warehouse, search).catch(unanswered(warehouse.provider));
      if (!tables)
        throw new HttpError(
          409,
          "This warehouse has no list of all its tables. Type the name of one, such as project.dataset.table.",
        );
      return pageOfList(tables, page);
    },
  } satisfies Partial<Handlers>;
}
