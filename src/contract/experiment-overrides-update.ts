// Request schemas of the overrides of an experiment.
import { z } from "zod/mini";
import { ChangeReason } from "./change.ts";

const text = z.string().check(z.minLength(1));

/** Maximum number of entries of each kind, and of ids in an entry. */
export const maxOverrides = { entries: 200, ids: 2000 } as const;

const written = {
  /** Choice: an override names its group by id or name; responses have the name. */
  groupID: text,
  /** All environments if absent or null. */
  environment: z.nullish(text),
};

const OverrideUpdate = z.strictObject({ ...written, type: z.enum(["gate", "segment"]), id: text });
const IdOverrideUpdate = z.strictObject({
  ...written,
  ids: z.array(text).check(z.maxLength(maxOverrides.ids)),
  /** The experiment's unit type if absent. */
  unitType: z.nullish(text),
});

const lists = {
  overrides: z._default(z.array(OverrideUpdate).check(z.maxLength(maxOverrides.entries)), []),
  userIDOverrides: z._default(z.array(IdOverrideUpdate).check(z.maxLength(maxOverrides.entries)), []),
  changeReason: z.optional(ChangeReason),
};

/** Overrides that replace the stored ones or are added to them. */
export const OverridesUpdate = z.strictObject(lists);
export type OverridesUpdate = z.output<typeof OverridesUpdate>;

/** Overrides to remove; all of them if the body is omitted. */
export const OverridesRemoval = z.optional(z.strictObject(lists));
