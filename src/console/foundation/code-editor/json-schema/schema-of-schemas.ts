// The keywords of JSON Schema as a schema, for completion and hover while a schema is typed. The validator has the real one.
import type { Json } from "#contract/json5.ts";

const anySchema: Json = { $ref: "#" };
const list = (description: string): Json => ({ type: "array", items: anySchema, description });
const named = (description: string): Json => ({
  type: "object",
  additionalProperties: anySchema,
  description,
});
const text = (description: string): Json => ({ type: "string", description });
const number = (description: string): Json => ({ type: "number", description });
const count = (description: string): Json => ({ type: "integer", minimum: 0, description });
const schema = (description: string): Json => ({ allOf: [anySchema], description });

const types = ["string", "number", "integer", "boolean", "array", "object", "null"];
const formats = [
  "date",
  "date-time",
  "time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uuid",
  "regex",
];

export const schemaOfSchemas: Json = {
  type: "object",
  properties: {
    type: { enum: types, description: "What the value is; a list allows several." },
    title: text("Its name in the form."),
    description: text("Stands below the field and shows on hover."),
    default: { description: "The value that a new property begins with." },
    enum: { type: "array", description: "All values that are allowed." },
    const: { description: "The only value that is allowed." },
    examples: { type: "array", description: "Values to choose from; others are allowed." },
    properties: named("The properties of an object by name, each with its schema."),
    required: { type: "array", items: { type: "string" }, description: "Names that must be there." },
    additionalProperties: {
      allOf: [anySchema],
      description: "The schema of all other names; false allows none.",
    },
    patternProperties: named("Schemas of properties whose names match a pattern."),
    propertyNames: schema("What names must look like."),
    minProperties: count("At least this many properties."),
    maxProperties: count("At most this many properties."),
    dependentRequired: { type: "object", description: "Names that another name needs beside it." },
    items: schema("The schema of every item of a list."),
    prefixItems: list("The schemas of the first items, one by one."),
    minItems: count("At least this many items."),
    maxItems: count("At most this many items."),
    uniqueItems: { type: "boolean", description: "Whether all items differ." },
    contains: schema("At least one item is so."),
    minimum: number("At least this."),
    maximum: number("At most this."),
    exclusiveMinimum: number("More than this."),
    exclusiveMaximum: number("Less than this."),
    multipleOf: number("A multiple of this, such as 0.01 for prices."),
    minLength: count("At least this many characters."),
    maxLength: count("At most this many characters."),
    pattern: text("A regular expression that the text must match."),
    format: { type: "string", examples: formats, description: "What the text must be." },
    unit: text("The unit of a number, which the form shows in its field."),
    oneOf: list("Exactly one of these; the form lets choose."),
    anyOf: list("At least one of these; the form lets choose."),
    allOf: list("All of these together."),
    not: schema("Nothing that is so."),
    if: schema("When the value is so …"),
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: schema("… it must also be so."),
    else: schema("… else it must be so."),
    $ref: text("Another schema of this text, such as #/$defs/price."),
    $defs: named("Schemas with a name, for $ref."),
    $schema: {
      const: "https://json-schema.org/draft/2020-12/schema",
      description: "The draft; no other is supported.",
    },
  },
};
