// Collects the user attributes that rules refer to; the form for a test user has exactly these fields.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { attributeOf, isUserID, sourceOf } from "#targeting/evaluate/places.ts";
import { referencesOfCondition } from "#targeting/evaluate/references.ts";
import { typeLabel } from "#console/rules/fields/condition-words.ts";

/** An attribute that a rule reads; `path` is its place in the user, such as "custom.plan". */
export interface ReferencedAttribute {
  readonly path: string;
  readonly label: string;
  /** Values that the rules mention, offered as suggestions. */
  readonly named: readonly string[];
  /** No rule reads the attribute itself, but attributes that rules read are derived from it. */
  readonly isSource: boolean;
}

export interface WithRules {
  readonly idType?: string | null | undefined;
  readonly rules: readonly Rule[];
}

/** Path of an attribute in the user, and its label. */
type Place = readonly [path: string, label: string];

const unitPlace = (idType: string): Place =>
  isUserID(idType) ? ["userID", "User ID"] : [`customIDs.${idType}`, idType];

/** The attributes from which a missing browser, operating system or country is derived. */
const sourcePlaces: Readonly<Record<"userAgent" | "ip", Place>> = {
  userAgent: ["userAgent", "User agent"],
  ip: ["ip", typeLabel("ip_address")],
};

const environment: Place = ["environment", "Environment"];

function placeOf({ type, field, customID }: Condition): Place | undefined {
  if (type === "custom_field") return [`custom.${field ?? ""}`, field ?? ""];
  if (type === "unit_id") return unitPlace(customID ?? "");
  if (type === "experiment_group")
    return [`experimentGroups.${field ?? ""}`, `Group in ${field ?? "an experiment"}`];
  if (type === "environment_tier") return environment;
  const path = type === "time" ? type : attributeOf(type);
  return path && [path, typeLabel(type)];
}

/** Returns all attributes that affect the result, in evaluation order; the unit id, by which percentages divide, comes first. */
export function referencedAttributes(
  owner: WithRules,
  gates: ReadonlyMap<string, WithRules>,
): ReferencedAttribute[] {
  const found = new Map<string, { label: string; named: Set<string>; isSource: boolean }>();
  const add = ([path, label]: Place, values: readonly string[] = [], isSource = false) => {
    const known = found.get(path) ?? { label, named: new Set<string>(), isSource };
    for (const value of values) known.named.add(value);
    found.set(path, { ...known, isSource: known.isSource && isSource });
  };
  const seen = new Set<string>();
  const read = ({ idType, rules }: WithRules) => {
    add(unitPlace(idType ?? "userID"));
    for (const rule of rules) {
      if (rule.environments) add(environment, rule.environments);
      for (const condition of rule.conditions) {
        const place = placeOf(condition);
        if (place) add(place, targetValues(condition));
        const source = sourceOf(attributeOf(condition.type) ?? "");
        if (source) add(sourcePlaces[source], [], true);
        for (const id of referencesOfCondition(condition)) {
          const gate = gates.get(id);
          if (gate && !seen.has(id)) {
            seen.add(id);
            read(gate);
          }
        }
      }
    }
  };
  read(owner);
  return [...found].map(([path, { label, named, isSource }]) => ({
    path,
    label,
    named: [...named],
    isSource,
  }));
}
