// The body that every error response has.
import { z } from "zod/mini";

export const Problem = z.looseObject({ property: z.string(), errorMessage: z.string() });
export type Problem = z.infer<typeof Problem>;

/** Body of every response that is not a success. With status 412, `data` holds the current entity. */
export const ApiError = z.looseObject({
  status: z.number(),
  message: z.string(),
  errors: z.optional(z.array(Problem)),
  requestID: z.optional(z.string()),
  data: z.optional(z.unknown()),
});
export type ApiError = z.infer<typeof ApiError>;
