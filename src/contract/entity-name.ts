// Rules for new names and ids of gates, dynamic configs and experiments.
import { z } from "zod/mini";

/** Schema of a new name or id. */
export const EntityName = z.string().check(
  z.minLength(3),
  z.maxLength(100),
  z.regex(/^[A-Za-z0-9_\-. ]+$/, {
    message: "Only letters A to Z, digits, underscore, hyphen, dot and space are allowed",
  }),
);

/** Derives an id from a name: `A Gate` becomes `a_gate`. */
export const idFormOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9_.-]+/g, "_");

const otherAddresses = ["new", "power", "preflight", "entity_properties"];

/** Returns why an experiment cannot have this id: another page or endpoint already uses the path. */
export const experimentIDProblem = (id: string): string | undefined =>
  otherAddresses.includes(id)
    ? `The id '${id}' is the address of something else in the console or the API; choose another one`
    : undefined;
