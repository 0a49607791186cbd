// Stored layers, and the experiments in them.
import { z } from "zod/mini";
import { Layer } from "#contract/layer.ts";
import type { Reader } from "./database.ts";
import { parsedOnce, readEntity, type DocumentRow } from "./entities.ts";

const StoredLayer = z.extend(Layer, { version: z._default(z.number(), 1) });
export type StoredLayer = z.output<typeof StoredLayer>;
export const parseLayer = parsedOnce((document): StoredLayer => StoredLayer.parse(document));

/** The fields of an experiment that its layer needs. */
const LayerMember = z.object({
  id: z.string(),
  name: z.catch(z.string(), ""),
  status: z.string(),
  layerID: z.string(),
  layerBuckets: z.nullish(z.array(z.tuple([z.number(), z.number()]))),
  idType: z.nullish(z.string()),
  groups: z.array(z.object({ parameterValues: z.nullish(z.record(z.string(), z.unknown())) })),
});
export type LayerMember = z.infer<typeof LayerMember>;

export const readLayer = (reader: Reader, id: string) => readEntity(reader, "layer", id, parseLayer);

/** All layers, by name, then id. */
export async function readLayers(reader: Reader): Promise<StoredLayer[]> {
  const rows = await reader.query<DocumentRow>("select document from layer order by lower(name), id");
  return rows.map(({ document }) => parseLayer(document));
}

/** The experiments in these layers, archived ones included, by name, then id. */
export async function readLayerMembers(reader: Reader, layerIDs: readonly string[]): Promise<LayerMember[]> {
  const rows = await reader.query<DocumentRow>(
    "select document from experiment where (document->>'layerID') = any($1) order by lower(name), id",
    [layerIDs],
  );
  return rows.map(({ document }) => LayerMember.parse(document));
}
