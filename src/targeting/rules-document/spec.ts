// The rules document that server libraries of such services read, as an intermediate representation for both of its forms.
import type { JsonObject } from "#contract/json5.ts";
import { segmentName } from "#targeting/evaluate/references.ts";

/** One test of a user. `additionalValues` contains the salt of a bucket. */
export interface SpecCondition {
  readonly type: string;
  readonly operator: string | null;
  readonly targetValue: unknown;
  readonly field: string | null;
  readonly idType: string;
  readonly additionalValues: Readonly<Record<string, string>>;
}

/** The first rule whose conditions all hold decides. A rule without a salt is hashed by its id. */
export interface SpecRule {
  readonly id: string;
  readonly name: string;
  readonly groupName?: string;
  readonly passPercentage: number;
  readonly salt?: string;
  readonly idType: string;
  readonly conditions: readonly SpecCondition[];
  readonly returnValue: true | JsonObject;
  readonly isExperimentGroup?: true;
  /** In rules of a layer: the experiment that decides. */
  readonly configDelegate?: string;
}

/** A gate, segment, config, experiment or layer. */
export interface Spec {
  readonly name: string;
  readonly type: "feature_gate" | "dynamic_config";
  readonly entity: "feature_gate" | "segment" | "holdout" | "dynamic_config" | "experiment" | "layer";
  readonly salt: string;
  readonly idType: string;
  readonly enabled: boolean;
  readonly defaultValue: false | JsonObject;
  readonly rules: readonly SpecRule[];
  readonly isActive?: boolean;
  /** Set for an experiment in a layer. */
  readonly hasSharedParams?: true;
  readonly explicitParameters?: readonly string[];
  readonly version?: number;
}

/** A spec with the segments that its rules refer to. */
export interface SpecWithSegments {
  readonly spec: Spec;
  readonly segments: readonly Spec[];
}

/** The value that a condition reads. */
export type Subject = Pick<SpecCondition, "type" | "field" | "idType">;

export const specCondition = (
  { type, field, idType }: Subject,
  operator: string | null,
  targetValue: unknown,
  additionalValues: SpecCondition["additionalValues"] = {},
): SpecCondition => ({ type, operator, targetValue, field, idType, additionalValues });

export const subject = (type: string, field: string | null = null, idType = "userID"): Subject => ({
  type,
  field,
  idType,
});

export const everyone = specCondition(subject("public"), null, null);

export const onGate = (type: "pass_gate" | "fail_gate", gate: string) =>
  specCondition(subject(type), null, gate);

/** Prefixed so that it cannot collide with the name of a segment in the project. */
export const inlineSegmentName = (experimentID: string) => segmentName(`inline:${experimentID}`);

/** Returns the largest number whose product with 100 does not exceed the number of buckets: clients compare with that product. */
export function exactPercent(buckets: number): number {
  const percent = buckets / 100;
  return percent * 100 > buckets ? percent * (1 - Number.EPSILON / 2) : percent;
}
