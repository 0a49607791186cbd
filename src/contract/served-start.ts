// Preview of how starting an experiment changes the rules document, in the format for JavaScript server SDKs.
import { z } from "zod/mini";

/** The experiment itself, its inline targeting as a segment, or its layer. The first rule that matches the user decides. */
const ServedSpec = z.looseObject({
  name: z.string(),
  entity: z.string(),
  rules: z.array(z.unknown()),
});
export type ServedSpec = z.infer<typeof ServedSpec>;

export const ServedStart = z.looseObject({ before: z.array(ServedSpec), after: z.array(ServedSpec) });
export type ServedStart = z.infer<typeof ServedStart>;
