// Represents segments as gates that rules can refer to; they pass the members of the segment.
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { Segment } from "#contract/segment.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { isUserID } from "#targeting/evaluate/places.ts";
import { segmentName } from "#targeting/evaluate/references.ts";
import { saltOf } from "#targeting/evaluate/rules.ts";

/** The fields of a segment that decide who is in it. */
export interface SegmentFacts extends Pick<Segment, "id" | "idType" | "type" | "rules"> {
  readonly salt?: unknown;
  /** The members of a segment that is a list of ids. */
  readonly ids: readonly string[];
}

/** Choice: the ids of a segment are part of the rules document, since some libraries request id lists only if an option is set. */
function listRule({ idType, ids }: SegmentFacts): Rule[] {
  const isIn = { operator: "any_case_sensitive", targetValue: [...ids] };
  const condition: Condition =
    !idType || isUserID(idType)
      ? { type: "user_id", ...isIn }
      : { type: "unit_id", customID: idType, ...isIn };
  const rule = { id: "id_list", baseID: "id_list", name: "id_list", passPercentage: 100 };
  return ids.length > 0 ? [{ ...rule, conditions: [condition], environments: null }] : [];
}

export const segmentGate = (segment: SegmentFacts): GateFacts => ({
  id: segmentName(segment.id),
  idType: segment.idType,
  salt: saltOf(segment),
  rules: segment.type === "id_list" ? listRule(segment) : segment.rules,
  isEnabled: true,
  status: "In Progress",
});
