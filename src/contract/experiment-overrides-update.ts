// Writes of the overrides of an experiment.
import { z } from "zod/mini";
import { ChangeReason } from "./change.ts";

const text = z.string().check(z.minLength(1));

/** Most entries of each kind, and most ids of an entry. */
export const mostOverrides = { entries: 200, ids: 2000 } as const;

const written = {
  /** Choice: an override names its group by id or name, and is answered with the name. */
  groupID: text,
  /** All where it is absent or null. */
  environment: z.nullish(text),
};

const OverrideUpdate = z.strictObject({ ...written, type: z.enum(["gate", "segment"]), id: text });
const IdOverrideUpdate = z.strictObject({
  ...written,
  ids: z.array(text).check(z.maxLength(mostOverrides.ids)),
  /** That of the experiment where it is absent. */
  unitType: z.nullish(text),
});

const lists = {
  overrides: z._default(z.array(OverrideUpdate).check(z.maxLength(mostOverrides.entries)), []),
  userIDOverrides: z._default(z.array(IdOverrideUpdate).check(z.maxLength(mostOverrides.entries)), []),
  changeReason: z.optional(ChangeReason),
};

/** Overrides in place of the stored ones, or beside them. */
export const OverridesUpdate = z.strictObject(lists);
export type OverridesUpdate = z.output<typeof OverridesUpdate>;

/** Overrides to be removed; all where the body is left out. */
export const OverridesRemoval = z.optional(z.strictObject(lists));
