// A key that is to be made.
import { z } from "zod/mini";

/** Writes are signed with the name of their key, so it is one plain line. */
export const KeyLine = z.string().check(
  z.trim(),
  z.minLength(1, "Required"),
  z.maxLength(100, "Must have at most 100 characters"),
  z.refine((line) => !/\p{Control}/u.test(line), "Must be one line"),
);

export const NewKey = z.discriminatedUnion("kind", [
  z.strictObject({
    name: KeyLine,
    kind: z.literal("console"),
    rights: z._default(z.enum(["read", "write"]), "write"),
  }),
  z.strictObject({
    name: KeyLine,
    kind: z.enum(["server", "client"]),
    environment: z._default(KeyLine, "production"),
  }),
]);
export type NewKey = z.output<typeof NewKey>;
