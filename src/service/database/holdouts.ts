// Stored holdouts, and the experiments that they hold users out of.
import { z } from "zod/mini";
import { Holdout } from "#contract/holdout.ts";
import type { Reader } from "./database.ts";
import { parsedOnce, type DocumentRow } from "./entities.ts";

const StoredHoldout = z.extend(Holdout, { version: z._default(z.number(), 1) });
export type StoredHoldout = z.output<typeof StoredHoldout>;
export const parseHoldout = parsedOnce((document): StoredHoldout => StoredHoldout.parse(document));

/** All holdouts, by name, then id. */
export async function readHoldouts(reader: Reader): Promise<StoredHoldout[]> {
  const rows = await reader.query<DocumentRow>("select document from holdout order by lower(name), id");
  return rows.map(({ document }) => parseHoldout(document));
}

/** The fields of a gate, config, experiment or layer that a holdout needs. */
const HeldOut = z.object({
  id: z.string(),
  name: z.catch(z.string(), ""),
  idType: z.catch(z.string(), "userID"),
  status: z.catch(z.string(), ""),
  layerID: z.catch(z.string(), ""),
});
export type HeldOut = z.infer<typeof HeldOut>;

export async function readHeldOut(
  reader: Reader,
  kind: "gate" | "dynamic_config" | "experiment" | "layer",
  ids: readonly string[],
): Promise<HeldOut[]> {
  if (ids.length === 0) return [];
  const rows = await reader.query<DocumentRow>(
    `select document from ${kind} where id = any($1) order by id`,
    [ids],
  );
  return rows.map(({ document }) => HeldOut.parse(document));
}

/** The experiments that are in any of these layers. */
export async function readExperimentsOfLayers(reader: Reader, layers: readonly string[]): Promise<HeldOut[]> {
  if (layers.length === 0) return [];
  const rows = await reader.query<DocumentRow>(
    "select document from experiment where (document->>'layerID') = any($1) order by id",
    [layers],
  );
  return rows.map(({ document }) => HeldOut.parse(document));
}
