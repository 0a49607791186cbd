// The attributes of a user that rules refer to: the form for one user has those fields and no other.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";

/** Something that a rule looks at; `path` is where a user carries it, such as "custom.plan". */
export interface ReferencedAttribute {
  readonly path: string;
  readonly label: string;
  /** Values that the rules name, to choose from. */
  readonly named: readonly string[];
}

export interface WithRules {
  readonly idType?: string | null | undefined;
  readonly rules: readonly Rule[];
}

const ownPaths: Readonly<Record<string, readonly [path: string, label: string]>> = {
  user_id: ["userID", "User ID"],
  email: ["email", "E-mail"],
  app_version: ["appVersion", "App version"],
  browser_name: ["browserName", "Browser"],
  browser_version: ["browserVersion", "Browser version"],
  os_name: ["osName", "OS"],
  os_version: ["osVersion", "OS version"],
  country: ["country", "Country"],
  ip_address: ["ip", "IP address"],
  locale: ["locale", "Locale"],
  device_model: ["deviceModel", "Device model"],
  environment_tier: ["environment", "Environment"],
  time: ["time", "Time"],
};

function unitPath(idType: string): readonly [string, string] {
  return /^user_?id$/i.test(idType) ? ["userID", "User ID"] : [`customIDs.${idType}`, idType];
}

function pathOf({ type, field, customID }: Condition): readonly [string, string] | undefined {
  if (type === "custom_field") return [`custom.${field ?? ""}`, field ?? ""];
  if (type === "unit_id") return unitPath(customID ?? "");
  if (type === "experiment_group")
    return [`experimentGroups.${field ?? ""}`, `Group in ${field ?? "an experiment"}`];
  return ownPaths[type];
}

const requiresGates = new Set(["passes_gate", "fails_gate"]);

/** Everything that decides here, in the order in which it is looked at; the unit that the percentages divide comes first. */
export function referencedAttributes(
  owner: WithRules,
  gates: ReadonlyMap<string, WithRules>,
): ReferencedAttribute[] {
  const found = new Map<string, { label: string; named: Set<string> }>();
  const ask = ([path, label]: readonly [string, string], values: readonly string[] = []) => {
    const known = found.get(path) ?? { label, named: new Set<string>() };
    for (const value of values) known.named.add(value);
    found.set(path, known);
  };
  const seen = new Set<string>();
  const read = ({ idType, rules }: WithRules) => {
    ask(unitPath(idType ?? "userID"));
    for (const rule of rules) {
      if (rule.environments) ask(["environment", "Environment"], rule.environments);
      for (const condition of rule.conditions) {
        const path = pathOf(condition);
        if (path) ask(path, targetValues(condition));
        if (!requiresGates.has(condition.type)) continue;
        for (const id of targetValues(condition)) {
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
  return [...found].map(([path, { label, named }]) => ({ path, label, named: [...named] }));
}
