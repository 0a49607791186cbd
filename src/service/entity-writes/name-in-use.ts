// Checks the id and the name of a new gate, dynamic config or experiment.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { experimentIDProblem, idFormOf } from "#contract/entity-name.ts";
import type { Reader } from "#service/database/database.ts";
import { entityExists, type StoredKind } from "#service/database/entities.ts";

/** The fields that name the new entity; the body may be malformed. */
const Named = z.object({
  id: z.catch(z.optional(z.string()), undefined),
  name: z.catch(z.optional(z.string()), undefined),
});

export const sentName = (body: unknown) => z.catch(Named, {}).parse(body);

/** The id of a new entity: the one sent, or else derived from its name. */
export const newEntityID = ({ id, name }: { id?: string | undefined; name?: string | undefined }): string =>
  id ?? idFormOf(name ?? "");

// Choice: dynamic configs and experiments share one set of ids.
const sharing: Readonly<Record<StoredKind, readonly StoredKind[]>> = {
  gate: ["gate"],
  dynamic_config: ["dynamic_config", "experiment"],
  experiment: ["experiment", "dynamic_config"],
  metric: ["metric"],
  layer: ["layer"],
  holdout: ["holdout"],
  segment: ["segment"],
  assignment_source: ["assignment_source"],
  metric_source: ["metric_source"],
  entity_property: ["entity_property"],
};

/** Problems of the id or the name in a raw body that the contract cannot find. */
export async function nameProblems(reader: Reader, kind: StoredKind, body: unknown): Promise<Problem[]> {
  const named = sentName(body);
  if (named.id === undefined && named.name === undefined) return [];
  const property = named.id === undefined ? "name" : "id";
  const id = newEntityID(named);
  if (property === "name" && (named.name ?? "").length >= 3 && id.length < 3)
    return [{ property, errorMessage: `Its id form '${id}' is shorter than 3 characters` }];
  // Choice: no experiment gets an id that is the address of another page or endpoint.
  const reserved = kind === "experiment" ? experimentIDProblem(id) : undefined;
  if (reserved) return [{ property, errorMessage: reserved }];
  const inUse = await Promise.all(sharing[kind].map((one) => entityExists(reader, one, id)));
  return inUse.includes(true) ? [{ property, errorMessage: "Name is already in use" }] : [];
}
