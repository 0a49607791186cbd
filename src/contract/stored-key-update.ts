// Request schemas for creating and rotating API keys.
import { z } from "zod/mini";

/** A single plain line, since writes are signed with the name of their key. */
export const KeyLine = z.pipe(
  z.pipe(
    z.string(),
    z.transform((given) => given.trim()),
  ),
  z.string().check(
    z.minLength(1, "Required"),
    z.maxLength(100, "Must have at most 100 characters"),
    z.refine((line) => !/\p{Control}/u.test(line), "Must be one line"),
  ),
);

/** A console key has rights; an app key has a default environment for users without one. A client key may optionally read the rules. */
export const NewKey = z.pipe(
  z.strictObject({
    name: KeyLine,
    kind: z.enum(["console", "server", "client"]),
    rights: z.optional(z.enum(["read", "write"])),
    environment: z.optional(KeyLine),
    readsRules: z.optional(z.boolean()),
  }),
  z.transform(({ name, kind, rights, environment, readsRules }, { issues }) => {
    const refuse = (field: string, of: string) =>
      issues.push({ code: "custom", path: [field], message: `Only for ${of}`, input: kind });
    if (readsRules && kind !== "client") refuse("readsRules", "client keys");
    if (kind === "console") {
      if (environment !== undefined) refuse("environment", "server and client keys");
      return { name, kind, rights: rights ?? "write" };
    }
    if (rights !== undefined) refuse("rights", "console keys");
    return { name, kind, environment: environment ?? "production", ...(readsRules ? { readsRules } : {}) };
  }),
);
export type NewKey = z.output<typeof NewKey>;

/** Days until the replaced key is revoked; null keeps it until somebody revokes it. */
export const KeyRotation = z.strictObject({
  oldKeyDays: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(365))), 7),
});
