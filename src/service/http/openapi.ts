// Generates the OpenAPI 3.1 document from the endpoint table.
import { z } from "zod/mini";
import { ApiError } from "#contract/api-error.ts";
import { isOptional, type Endpoint } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints.ts";

const jsonSchema = (schema: z.ZodMiniType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    // Query parameters are a union of text and their own type; if metadata names the type, only that type is included.
    override: ({ jsonSchema: printed }) => {
      if (printed.type !== undefined) delete printed.anyOf;
    },
  });
  return rest;
};

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const queryParameters = (row: Endpoint) =>
  Object.entries(row.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: schema instanceof z.ZodMiniType && !isOptional(schema),
    schema: schema instanceof z.ZodMiniType ? jsonSchema(schema, "input") : {},
  }));

/** Header of conditional writes of an entity, whose responses carry an ETag. */
const ifMatch = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "ETag of the entity as it was read; refused with 412 when it has changed since.",
  schema: { type: "string" },
};

const json = (schema: object) => ({ content: { "application/json": { schema } } });

const file = { schema: { type: "string", format: "binary" } };
const files = (media: NonNullable<Endpoint["media"]>) => ({
  content: Object.fromEntries(Object.values(media).map((type) => [type, file])),
});

const operation = (name: string, row: Endpoint, body: z.ZodMiniType | undefined) => ({
  operationId: name,
  summary: row.summary,
  parameters: [
    ...pathParameters(row.path),
    ...queryParameters(row),
    ...(row.method !== "GET" && row.path.includes("{id}") ? [ifMatch] : []),
  ],
  ...(body ? { requestBody: { required: !isOptional(body), ...json(jsonSchema(body, "input")) } } : {}),
  ...(row.isUpload
    ? {
        requestBody: {
          required: true,
          content: { "application/octet-stream": file },
        },
      }
    : {}),
  responses: {
    [row.status ?? 200]: {
      description: row.message,
      ...(row.media
        ? files(row.media)
        : {
            content: { [row.streams ?? "application/json"]: { schema: jsonSchema(row.response, "output") } },
          }),
    },
    default: { description: "A refusal", ...json({ $ref: "#/components/schemas/ApiError" }) },
  },
});

export async function openApiDocument(apiKeyHeader: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, row] of Object.entries<Endpoint>(endpoints))
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(name, row, await row.body?.());
  return {
    openapi: "3.1.0",
    info: { title: "Assay console API", version: "20240601" },
    paths,
    components: {
      schemas: { ApiError: jsonSchema(ApiError, "output") },
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: apiKeyHeader } },
    },
    security: [{ apiKey: [] }],
  };
}
