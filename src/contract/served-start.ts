// The part of an experiment in the rules document that apps read, before and after its start, in the form of JavaScript servers.
import { z } from "zod/mini";

/** The experiment itself, its inline targeting as a segment, or its layer. The first of its rules that a user meets decides. */
const ServedSpec = z.looseObject({
  name: z.string(),
  entity: z.string(),
  rules: z.array(z.unknown()),
});
export type ServedSpec = z.infer<typeof ServedSpec>;

export const ServedStart = z.looseObject({ before: z.array(ServedSpec), after: z.array(ServedSpec) });
export type ServedStart = z.infer<typeof ServedStart>;
