// Checks the id and the name of a new gate or dynamic config.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { idFormOf } from "#contract/entity-name.ts";
import type { Reader } from "#service/database/database.ts";
import { entityExists } from "#service/database/entities.ts";
import type { RuleOwnerKind } from "./rule-owner.ts";

/** The fields that name the new entity; the body may be malformed. */
const Named = z.object({
  id: z.catch(z.optional(z.string()), undefined),
  name: z.catch(z.optional(z.string()), undefined),
});

export const sentName = (body: unknown) => z.catch(Named, {}).parse(body);

/** The id that a new entity gets. */
export const newEntityID = ({ id, name }: { id?: string | undefined; name?: string | undefined }): string =>
  id ?? idFormOf(name ?? "");

/** Problems of the id or the name in a raw body, beside those that the contract finds. */
export async function nameProblems(reader: Reader, kind: RuleOwnerKind, body: unknown): Promise<Problem[]> {
  const named = sentName(body);
  if (named.id === undefined && named.name === undefined) return [];
  const property = named.id === undefined ? "name" : "id";
  const id = newEntityID(named);
  if (property === "name" && (named.name ?? "").length >= 3 && id.length < 3)
    return [{ property, errorMessage: `Its id form '${id}' is shorter than 3 characters` }];
  return (await entityExists(reader, kind, id)) ? [{ property, errorMessage: "Name is already in use" }] : [];
}
