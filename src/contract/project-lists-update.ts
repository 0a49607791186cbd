// Request schemas of project-wide lists: tags, target apps, unit id types and environments.
import { z } from "zod/mini";
import { EntityName } from "./entity-name.ts";
import { Description } from "./entity-update.ts";

const text = z.string().check(z.minLength(1));
const Name = text.check(z.maxLength(100));

export const TagCreate = z.strictObject({
  name: Name,
  description: Description,
  isCore: z._default(z.boolean(), false),
});
export type TagCreate = z.output<typeof TagCreate>;

/** Choice: a new target app names no gates, configs or experiments: each of these names its own target apps. */
const none = z.optional(z.array(z.unknown()).check(z.maxLength(0)));
export const TargetAppCreate = z.strictObject({
  name: Name,
  description: Description,
  gates: none,
  dynamicConfigs: none,
  experiments: none,
});
export type TargetAppCreate = z.output<typeof TargetAppCreate>;

export const UnitIDTypeCreate = z.strictObject({ name: Name, description: z._default(Description, "") });
export type UnitIDTypeCreate = z.output<typeof UnitIDTypeCreate>;

const EnvironmentUpdate = z.strictObject({
  id: z.optional(z.string()),
  name: EntityName,
  isProduction: z._default(z.boolean(), false),
  requiresReview: z._default(z.boolean(), false),
  requiredReviewGroupID: z.nullish(z.string()),
  requiresReleasePipeline: z._default(z.boolean(), false),
});

/** All environments of the project. Choice: the environment production cannot be removed, since users without an environment are in it. */
export const EnvironmentsUpdate = z.strictObject({
  environments: z.array(EnvironmentUpdate).check(
    z.maxLength(100),
    z.refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
      message: "Duplicate environment name(s) given",
    }),
    z.refine((all) => all.some(({ name, isProduction }) => name === "production" && isProduction), {
      message: "Must have 'production', with isProduction true: users without an environment are in it",
    }),
  ),
});
export type EnvironmentsUpdate = z.output<typeof EnvironmentsUpdate>;
