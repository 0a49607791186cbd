// Tells for each field of a full update whether its value was changed, kept or is unknown.
import type { DynamicConfigUpdateInput } from "#contract/dynamic-config-update.ts";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { sameJson } from "#contract/json5.ts";
import type { SentField } from "#console/editing/review/review-checks.tsx";
import { bodyOf } from "./config-body.ts";
import { configDraftOf } from "./config-draft.ts";

const labels = {
  isEnabled: "Status",
  rules: "Rules",
  defaultValue: "Default value",
  schema: "Schema",
  description: "Description",
  tags: "Tags",
  name: "Name",
  idType: "Unit",
  owner: "Owner",
  targetApps: "Target apps",
  team: "Team",
  teamID: "Team id",
  releasePipelineID: "Pipeline",
};

const bothTexts = (body: Readonly<Record<string, unknown>>, name: string) => [
  body[name],
  body[`${name}Json5`],
];

/** Returns every field of the update with the origin of its value. `known` contains the fields that the service returns. */
export function sentFields(
  base: DynamicConfig,
  body: DynamicConfigUpdateInput,
  known: ReadonlySet<string> | "all" = "all",
): SentField[] {
  const before: Record<string, unknown> = bodyOf(base, configDraftOf(base));
  return Object.entries(labels).map(([name, label]) => {
    const isChanged = !sameJson(bothTexts(before, name), bothTexts(body, name));
    const isKnown = known === "all" || known.has(name);
    return { label, origin: isChanged ? "changed" : isKnown ? "kept" : "unknown" };
  });
}
