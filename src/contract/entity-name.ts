// Names and ids of gates and dynamic configs, as they are written.
import { z } from "zod/mini";

/** A name or an id. */
export const EntityName = z.string().check(
  z.minLength(3),
  z.maxLength(100),
  z.regex(/^[A-Za-z0-9_\-. ]+$/, {
    message: "Only letters, digits, underscore, hyphen, dot and space are allowed",
  }),
);

/** The id form of a name: `A Gate` is `a_gate`. */
export const idFormOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9_.-]+/g, "_");
