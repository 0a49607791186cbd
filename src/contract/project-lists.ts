// Response schemas of project-wide lists: tags, target apps, unit id types and environments.
import { z } from "zod/mini";

export const Tag = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  isCore: z.nullish(z.boolean()),
});
export type Tag = z.infer<typeof Tag>;

export const TargetApp = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
});
export type TargetApp = z.infer<typeof TargetApp>;

export const UnitIDType = z.looseObject({ name: z.string(), description: z.nullish(z.string()) });
export type UnitIDType = z.infer<typeof UnitIDType>;

export const ProjectEnvironment = z.looseObject({
  id: z.string(),
  name: z.string(),
  isProduction: z.boolean(),
  requiresReview: z.boolean(),
  requiredReviewGroupID: z.nullish(z.string()),
  requiresReleasePipeline: z.boolean(),
});
export type ProjectEnvironment = z.infer<typeof ProjectEnvironment>;
export const ProjectEnvironments = z.looseObject({ environments: z.array(ProjectEnvironment) });
