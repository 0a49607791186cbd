// The envelope every answer travels in, and the query fields that lists share (API 2.1, 2.2).
import { z } from "zod/mini";
import { ListCounts } from "./list-counts.ts";
import { limits } from "./limits.ts";

export const Pagination = z.looseObject({
  itemsPerPage: z.number(),
  pageNumber: z.number(),
  totalItems: z.number(),
  nextPage: z.nullish(z.string()),
  previousPage: z.nullish(z.string()),
  all: z.nullish(z.string()),
});
export type Pagination = z.infer<typeof Pagination>;

/** Envelope of a single result. */
export const answer = <Data extends z.ZodMiniType>(data: Data) =>
  z.looseObject({ message: z.string(), data });

/** Envelope of one page of results. Reading: `pagination` may be missing on other services (API 4.3). */
export const listAnswer = <Item extends z.ZodMiniType>(item: Item) =>
  z.looseObject({
    message: z.string(),
    data: z.array(item),
    pagination: z.optional(Pagination),
    counts: z.optional(ListCounts),
  });

/** A whole number that may also arrive as text, as query parameters do. */
export const wholeNumber = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((given, context) => {
      const value = typeof given === "string" && !/^-?\d+$/.test(given) ? Number.NaN : Number(given);
      if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value;
      const range =
        maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
      context.issues.push({
        code: "custom",
        message: `Expected a whole number ${range}, received '${given}'`,
        input: given,
      });
      return z.NEVER;
    }),
  );

/** true or false, also as text. The metadata is what the OpenAPI document says of it. */
export const flagOf = (absent: boolean) =>
  z
    ._default(
      z.pipe(
        z.union([z.boolean(), z.string()]),
        z.transform((given, context) => {
          if (given === true || given === "true") return true;
          if (given === false || given === "false") return false;
          context.issues.push({
            code: "custom",
            message: `Expected true or false, received '${given}'`,
            input: given,
          });
          return z.NEVER;
        }),
      ),
      absent,
    )
    .check(z.meta({ type: "boolean", description: `${absent} when absent` }));
export const flag = flagOf(false);

/** When true, a write is checked and answered but not stored. */
export const DryRunQuery = z.object({ dryRun: flag });

/** Texts given as a repeated parameter or as one comma list. */
export const textList = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given) =>
      (typeof given === "string" ? given.split(",") : given).map((text) => text.trim()).filter(Boolean),
    ),
  ),
  z.array(z.string()).check(z.maxLength(limits.parameterValues)),
);

/** A whole number of a query that may be absent. The metadata is what the OpenAPI document says of it. */
export const bounded = (absent: number, minimum: number, maximum?: number, meaning = "") =>
  z._default(wholeNumber(minimum, maximum), absent).check(
    z.meta({
      type: "integer",
      minimum,
      ...(maximum !== undefined && { maximum }),
      description: `${meaning}${absent} when absent`,
    }),
  );

/** Choice: `page` is 1 and `limit` 100 when absent, and `limit` is 0 to 100 on every list. */
export const pageFields = { limit: bounded(100, 0, 100), page: bounded(1, 1) };
export const PageQuery = z.object(pageFields);
export type PageQuery = z.output<typeof PageQuery>;

/** Fields of lists of entities that are searched, ordered and counted. Choice: a list of entities takes the field that it is in order of, `order`, `named` (a part of a name or id), and `counts`. */
export const listingFields = <const Field extends string>(fields: readonly Field[]) => ({
  named: z.optional(z.string()),
  sort: z.optional(z.enum(fields)),
  order: z.optional(z.enum(["ascending", "descending"])),
  counts: flag,
});

/** Creator and last modifier of an entity, as answered; times in ms since the epoch. */
export const authorship = {
  permalink: z.nullish(z.string()),
  lastModifierID: z.nullish(z.string()),
  lastModifierName: z.nullish(z.string()),
  lastModifierEmail: z.nullish(z.string()),
  lastModifiedTime: z.nullish(z.number()),
  lastModifiedReason: z.nullish(z.string()),
  creatorID: z.nullish(z.string()),
  creatorName: z.nullish(z.string()),
  creatorEmail: z.nullish(z.string()),
  createdTime: z.nullish(z.number()),
};

/** The fields that gates and experiments begin with. */
export const entityFields = {
  id: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  idType: z.nullish(z.string()),
  ...authorship,
  targetApps: z.nullish(z.array(z.unknown())),
  holdoutIDs: z.nullish(z.array(z.unknown())),
  tags: z.nullish(z.array(z.string())),
};

export const Owner = z.looseObject({
  ownerID: z.nullish(z.string()),
  ownerName: z.nullish(z.string()),
  ownerType: z.nullish(z.string()),
  ownerEmail: z.nullish(z.string()),
});
export type Owner = z.infer<typeof Owner>;

/** Choice: an owner in a write is a user or an SDK key. */
export const OwnerUpdate = z.strictObject({
  ownerID: z.optional(z.string()),
  ownerName: z.optional(z.string()),
  ownerType: z.optional(z.enum(["USER", "SDK_KEY"])),
  ownerEmail: z.optional(z.string()),
});
