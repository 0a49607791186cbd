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

const otherAddresses = ["new", "power", "preflight", "entity_properties"];

/** Why an experiment cannot have this id: another page or endpoint has the address. */
export const experimentIDProblem = (id: string): string | undefined =>
  otherAddresses.includes(id)
    ? `The id '${id}' is the address of something else in the console or the API; choose another one`
    : undefined;
