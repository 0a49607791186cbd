// Request schemas of layers: creation, full and partial update.
import { z } from "zod/mini";
import { EntityName } from "./entity-name.ts";
import { answeredOnly, Description, ignored, optionalFields, OwnerUpdate } from "./entity-update.ts";
import { isOfType, parameterTypes } from "./layer.ts";
import { typeName } from "./problems.ts";
import { evenIfRefused, refuse } from "./rule-update.ts";

const text = z.string().check(z.minLength(1));

const Parameter = z
  .strictObject({
    name: text.check(z.maxLength(100)),
    type: z.enum(parameterTypes),
    defaultValue: z.unknown(),
  })
  .check(
    z.superRefine(({ type, defaultValue }, context) => {
      if (defaultValue === undefined) refuse(context, "defaultValue", "Required");
      else if (!isOfType(type, defaultValue))
        refuse(context, "defaultValue", `Expected ${type}, received ${typeName(defaultValue)}`);
    }),
  );

const Parameters = z.array(Parameter).check(
  z.maxLength(1000),
  z.refine((parameters) => new Set(parameters.map(({ name }) => name)).size === parameters.length, {
    message: "Duplicate parameter name(s) given",
  }),
);

const optional = {
  ...answeredOnly,
  ...optionalFields,
  name: z.optional(EntityName),
  targetApps: z.optional(
    z.union([
      z.pipe(
        z.string(),
        z.transform((app) => [app]),
      ),
      z.array(z.unknown()),
    ]),
  ),
  owner: z.nullish(OwnerUpdate),
  idType: z.optional(text),
  isImplicitLayer: ignored,
  experiments: ignored,
  freeShare: ignored,
};

/** Partial update of a layer; omitted fields keep their values. */
export const LayerPatch = z.strictObject({
  id: ignored,
  ...optional,
  description: z.optional(Description),
  parameters: z.optional(Parameters),
});
export type LayerPatch = z.output<typeof LayerPatch>;

/** Full update of a layer. */
export const LayerUpdate = z.strictObject({
  id: ignored,
  ...optional,
  description: Description,
  parameters: Parameters,
});
export type LayerUpdate = z.output<typeof LayerUpdate>;

/** A new layer. */
export const LayerCreate = z
  .strictObject({
    ...optional,
    id: z.optional(EntityName),
    idType: z._default(text, "userID"),
    description: z._default(Description, ""),
    parameters: z._default(Parameters, []),
  })
  .check(
    z.superRefine(({ id, name }, context) => {
      if (id === undefined && name === undefined) refuse(context, "name", "Required");
    }, evenIfRefused),
  );
export type LayerCreate = z.output<typeof LayerCreate>;
