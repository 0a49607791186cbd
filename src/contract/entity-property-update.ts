// Request schemas of entity property sources: creation, full and partial update.
import { z } from "zod/mini";
import { sourceParts } from "./warehouse-source-update.ts";

const { Name, Mapping, orNone, texts, optional } = sourceParts;

const { datePartitionColumn: _column, datePartitionType: _type, ...shared } = optional;
const fields = { ...shared, timestampColumn: orNone, idTypeMapping: Mapping };
/** The name cannot be changed; it is accepted so that clients can send back a whole response. */
const name = z.optional(z.string());

export const EntityPropertyCreate = z.strictObject({ ...fields, name: Name }).check(texts(true));
export type EntityPropertyCreate = z.output<typeof EntityPropertyCreate>;

export const EntityPropertyUpdate = z.strictObject({ ...fields, name }).check(texts(true));
export type EntityPropertyUpdate = z.output<typeof EntityPropertyUpdate>;

export const EntityPropertyPatch = z
  .strictObject({ ...fields, idTypeMapping: z.optional(Mapping), name })
  .check(texts(false));
export type EntityPropertyPatch = z.output<typeof EntityPropertyPatch>;
