// The one shape of every refusal.
import { z } from "zod/mini";

export const Problem = z.looseObject({ property: z.string(), errorMessage: z.string() });
export type Problem = z.infer<typeof Problem>;

/** Body of every answer that is not a success. `data` holds the current entity on 412. */
export const ApiError = z.looseObject({
  status: z.number(),
  message: z.string(),
  errors: z.optional(z.array(Problem)),
  requestID: z.optional(z.string()),
  data: z.optional(z.unknown()),
});
export type ApiError = z.infer<typeof ApiError>;
