// The envelope every answer travels in, and the query fields that lists share (API 2.1, 2.2).
import { z } from "zod";

export const Pagination = z.looseObject({
  itemsPerPage: z.number(),
  pageNumber: z.number(),
  totalItems: z.number(),
  nextPage: z.string().nullish(),
  previousPage: z.string().nullish(),
  all: z.string().nullish(),
});
export type Pagination = z.infer<typeof Pagination>;

/** Envelope of a single result. */
export const answer = <Data extends z.ZodType>(data: Data) => z.looseObject({ message: z.string(), data });

/** Envelope of one page of results. Reading: `pagination` may be missing on other services (API 4.3). */
export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ message: z.string(), data: z.array(item), pagination: Pagination.optional() });

/** A whole number that may also arrive as text, as query parameters do. */
export const wholeNumber = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  z.union([z.number(), z.string()]).transform((given, context) => {
    const value = typeof given === "string" && !/^-?\d+$/.test(given) ? Number.NaN : Number(given);
    if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value;
    const range =
      maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
    context.addIssue({
      code: "custom",
      message: `Expected a whole number ${range}, received '${given}'`,
      input: given,
    });
    return z.NEVER;
  });

/** true or false, also as text; false when absent. The metadata is what the OpenAPI document says of it. */
export const flag = z
  .union([z.boolean(), z.string()])
  .transform((given, context) => {
    if (given === true || given === "true") return true;
    if (given === false || given === "false") return false;
    context.addIssue({
      code: "custom",
      message: `Expected true or false, received '${given}'`,
      input: given,
    });
    return z.NEVER;
  })
  .default(false)
  .meta({ type: "boolean", description: "false when absent" });

/** When true, a write is checked and answered but not stored. */
export const DryRunQuery = z.object({ dryRun: flag });

/** Texts given as a repeated parameter or as one comma list. */
export const textList = z
  .union([z.string(), z.array(z.string())])
  .transform((given) =>
    (typeof given === "string" ? given.split(",") : given).map((text) => text.trim()).filter(Boolean),
  );

/** Choice: `page` is 1 and `limit` 100 when absent, and `limit` is 0 to 100 on every list. */
export const pageFields = {
  limit: wholeNumber(0, 100)
    .default(100)
    .meta({ type: "integer", minimum: 0, maximum: 100, description: "100 when absent" }),
  page: wholeNumber(1).default(1).meta({ type: "integer", minimum: 1, description: "1 when absent" }),
};
export const PageQuery = z.object(pageFields);
export type PageQuery = z.output<typeof PageQuery>;

/** Creator and last modifier of an entity, as answered; times in ms since the epoch. */
export const authorship = {
  permalink: z.string().nullish(),
  lastModifierID: z.string().nullish(),
  lastModifierName: z.string().nullish(),
  lastModifierEmail: z.string().nullish(),
  lastModifiedTime: z.number().nullish(),
  lastModifiedReason: z.string().nullish(),
  creatorID: z.string().nullish(),
  creatorName: z.string().nullish(),
  creatorEmail: z.string().nullish(),
  createdTime: z.number().nullish(),
};

export const Owner = z.looseObject({
  ownerID: z.string().nullish(),
  ownerName: z.string().nullish(),
  ownerType: z.string().nullish(),
  ownerEmail: z.string().nullish(),
});
export type Owner = z.infer<typeof Owner>;

/** Choice: an owner in a write is a user or an SDK key. */
export const OwnerUpdate = z.strictObject({
  ownerID: z.string().optional(),
  ownerName: z.string().optional(),
  ownerType: z.enum(["USER", "SDK_KEY"]).optional(),
  ownerEmail: z.string().optional(),
});
