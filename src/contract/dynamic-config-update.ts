// Request schemas of dynamic configs: full update (API 4.4), partial update and creation.
import { z } from "zod/mini";
import { JsonRecord } from "./dynamic-config.ts";
import { EntityName } from "./entity-name.ts";
import { answeredOnly, Description, ignored, optionalFields, OwnerUpdate } from "./entity-update.ts";
import { isJsonObject, parseJson5, sameJson } from "./json5.ts";
import { checkTwins, ConfigRuleUpdate, evenIfRefused, refuse, uniqueRuleNames } from "./rule-update.ts";
import { storabilityProblems } from "./storable.ts";

/** Checks that a schema text is JSON (or JSON5) of a JSON Schema: an object or a boolean. */
function checkSchema(
  config: { schema?: string | null | undefined; schemaJson5?: string | null | undefined },
  context: z.core.$RefinementCtx,
) {
  const read = (field: "schema" | "schemaJson5", parse: (text: string) => unknown) => {
    const text = config[field];
    if (typeof text !== "string") return undefined;
    try {
      const value = parse(text);
      if (isJsonObject(value) || typeof value === "boolean") return { value };
      refuse(context, field, "Expected a JSON Schema: an object");
    } catch (error) {
      refuse(context, field, error instanceof Error ? `Not valid: ${error.message}` : "Not valid");
    }
    return undefined;
  };
  const schema = read("schema", (text) => {
    const value: unknown = JSON.parse(text);
    const [problem] = storabilityProblems(value);
    if (problem) throw new Error(problem.errorMessage);
    return value;
  });
  const schemaJson5 = read("schemaJson5", (text) => {
    const parsed = parseJson5(text);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.value;
  });
  if (schema && schemaJson5 && !sameJson(schema.value, schemaJson5.value))
    refuse(context, "schemaJson5", "Must parse to the same JSON as schema");
}

const optional = {
  ...answeredOnly,
  status: ignored,
  ...optionalFields,
  defaultValue: z.optional(JsonRecord),
  defaultValueJson5: z.optional(z.string()),
  idType: z.optional(z.string()),
  owner: z.optional(OwnerUpdate),
  schema: z.nullish(z.string()),
  schemaJson5: z.nullish(z.string()),
  targetApps: z.optional(z.unknown()),
};

interface Checked {
  defaultValue?: unknown;
  defaultValueJson5?: string | undefined;
  schema?: string | null | undefined;
  schemaJson5?: string | null | undefined;
}

const checkedConfig = z.superRefine((config: Checked, context) => {
  checkTwins(config.defaultValueJson5, config.defaultValue, "defaultValue", context);
  checkSchema(config, context);
}, evenIfRefused);

/** Full replacement of a config (API 4.4). Omitted fields are removed. */
export const DynamicConfigUpdate = z
  .strictObject({
    id: ignored,
    ...optional,
    name: z.optional(EntityName),
    isEnabled: z.boolean(),
    description: Description,
    rules: z.array(ConfigRuleUpdate),
  })
  .check(uniqueRuleNames, checkedConfig);

/** A partial update of a config: fields that are left out stay unchanged. Choice: a partial update that sends a value or its JSON5 twin replaces both. */
export const DynamicConfigPatch = z
  .strictObject({
    id: ignored,
    ...optional,
    name: z.optional(EntityName),
    isEnabled: z.optional(z.boolean()),
    description: z.optional(Description),
    rules: z.optional(z.array(ConfigRuleUpdate)),
  })
  .check(uniqueRuleNames, checkedConfig);
export type DynamicConfigPatch = z.output<typeof DynamicConfigPatch>;

/** A new config. Choice: a new dynamic config is enabled by default, and its rules and variants get new ids. */
export const DynamicConfigCreate = z
  .strictObject({
    ...optional,
    id: z.optional(EntityName),
    name: EntityName,
    isEnabled: z._default(z.boolean(), true),
    description: z._default(Description, ""),
    rules: z._default(z.array(ConfigRuleUpdate), []),
  })
  .check(uniqueRuleNames, checkedConfig);
export type DynamicConfigCreate = z.output<typeof DynamicConfigCreate>;
export type DynamicConfigUpdate = z.output<typeof DynamicConfigUpdate>;
export type DynamicConfigUpdateInput = z.input<typeof DynamicConfigUpdate>;
