// Query parameters that several endpoints share (API 2.1, 2.2). The console
// sends queries without validating them and does not load this file.
import { z } from "zod/mini";
import { limits } from "./limits.ts";

/** Schema of a whole number that may also be given as text, as query parameters are. */
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

/** Schema of a boolean that may be given as text. The metadata appears in the OpenAPI document. */
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

/** With `dryRun=true`, a write is validated and answered but not stored. */
export const DryRunQuery = z.object({ dryRun: flag });

/** Texts given as a repeated parameter or as one comma-separated list. */
export const textList = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given) =>
      (typeof given === "string" ? given.split(",") : given).map((text) => text.trim()).filter(Boolean),
    ),
  ),
  z.array(z.string()).check(z.maxLength(limits.parameterValues)),
);

/** Schema of an optional whole number with a default and bounds. The metadata appears in the OpenAPI document. */
export const bounded = (absent: number, minimum: number, maximum?: number, meaning = "") =>
  z._default(wholeNumber(minimum, maximum), absent).check(
    z.meta({
      type: "integer",
      minimum,
      ...(maximum !== undefined && { maximum }),
      description: `${meaning}${absent} when absent`,
    }),
  );

/** Choice: `page` defaults to 1 and `limit` to 100, and `limit` is 0 to 100 on every list. */
export const pageFields = { limit: bounded(100, 0, 100), page: bounded(1, 1) };
export const PageQuery = z.object(pageFields);
export type PageQuery = z.output<typeof PageQuery>;

/** Fields of lists of entities that are searched, ordered and counted. Choice: lists of entities take a field to `sort` by, `order`, `named` (part of a name or id), and `counts`. */
export const listingFields = <const Field extends string>(fields: readonly Field[]) => ({
  named: z.optional(z.string()),
  sort: z.optional(z.enum(fields)),
  order: z.optional(z.enum(["ascending", "descending"])),
  counts: flag,
});
