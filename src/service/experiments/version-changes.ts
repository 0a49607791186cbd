// Describes changes between two versions of an experiment or of an entity it depends on; empty if they affect no decision. Pure.
import { z } from "zod/mini";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { RunningChange } from "#contract/experiment-overview.ts";
import type { StoredSegment } from "#service/database/segments.ts";
import { type ResultModel, configResultModel, gateResultModel } from "#targeting/evaluate/result-model.ts";
import { hasProduction, changedEnvironments } from "#targeting/evaluate/changed-environments.ts";
import { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import { segmentGate } from "#targeting/rules-document/segments.ts";

const version = {
  id: z.string(),
  name: z.string(),
  version: z.optional(z.number()),
  lastModifiedTime: z.nullish(z.number()),
  lastModifierName: z.nullish(z.string()),
};
/** The fields common to all versions, which tell who made the change and when. */
export interface Versioned {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly version?: number | null | undefined;
  readonly lastModifiedTime?: number | null | undefined;
  readonly lastModifierName?: string | null | undefined;
}
export const GateVersion = z.object({
  ...version,
  isEnabled: z.boolean(),
  status: z.string(),
  rules: z.array(StoredRule),
});
export const ExperimentVersion = z.object({
  ...version,
  status: z.string(),
  allocation: z.nullish(z.number()),
  targetingGateID: z.nullish(z.string()),
  inlineTargetingRulesJSON: z.nullish(z.string()),
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.optional(z.string()),
      size: z.number(),
      parameterValues: z.optional(z.unknown()),
    }),
  ),
});

export type GateVersion = z.output<typeof GateVersion>;

// Choice: experiments are analysed in production only, so changes in other environments do not affect them.
const isChanged = (before: ResultModel, after: ResultModel) =>
  hasProduction(changedEnvironments(before, after).all);

export function changesOfGate(before: GateVersion, after: GateVersion): string[] {
  if (!isChanged(gateResultModel(before), gateResultModel(after))) return [];
  if (before.isEnabled !== after.isEnabled) return [after.isEnabled ? "enabled" : "disabled"];
  return [before.status === after.status ? "rules changed" : "status changed"];
}

export function changesOfSegment(before: StoredSegment, after: StoredSegment): string[] {
  if (!isChanged(gateResultModel(segmentGate(before)), gateResultModel(segmentGate(after)))) return [];
  return [after.type === "id_list" ? "ids changed" : "rules changed"];
}

export const changesOfConfig = (before: DynamicConfig, after: DynamicConfig): string[] =>
  isChanged(configResultModel(before), configResultModel(after)) ? ["values changed"] : [];

export type ExperimentVersion = z.output<typeof ExperimentVersion>;

/** The relevant parts of a setup: name, value and, if short enough, the value in words. */
const setupParts = (setup: ExperimentVersion): readonly (readonly [string, unknown, string?])[] => [
  ["allocation", setup.allocation ?? null, `${setup.allocation ?? 100} %`],
  ["targeting gate", setup.targetingGateID || null, setup.targetingGateID || "none"],
  ["inline targeting", setup.inlineTargetingRulesJSON || "[]"],
  [
    "groups",
    setup.groups.map(({ id, size }) => ({ id, size })),
    setup.groups.map(({ id, name = id, size }) => `${name} ${size} %`).join(" / "),
  ],
  ["parameters", setup.groups.map(({ id, parameterValues }) => ({ id, parameterValues }))],
];

export function changesOfSetup(before: ExperimentVersion, after: ExperimentVersion): string[] {
  const olds = setupParts(before);
  return setupParts(after).flatMap(([word, value, words], index) => {
    const [, old, oldWords] = olds[index] ?? [];
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    return [words && words !== oldWords ? `${word} changed from ${oldWords} to ${words}` : `${word} changed`];
  });
}

/** Changes of these parts alter the treatment of users who already take part. */
const treatmentParts = ["groups", "parameters"];

export const isTreatmentChanged = ({ kind, what }: RunningChange) =>
  kind === "experiment" && what.some((part) => treatmentParts.some((word) => part.startsWith(`${word} `)));

/** True if only the number of users who take part changes. */
export const isAllocationAlone = ({ kind, what }: RunningChange) =>
  kind === "experiment" && what.every((part) => part.startsWith("allocation "));
