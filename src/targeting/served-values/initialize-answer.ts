// The answer to a browser that asks for everything one user gets (API 7.4). Texts that are the same for many users are written once.
import type { User } from "#targeting/evaluate/places.ts";
import { hashedName, type NameHash } from "./name-hash.ts";
import type { Answer, PreparedEntity, PreparedValues } from "./prepare-values.ts";
import type { Exposure } from "./secondary-exposures.ts";

/** The text of a thing, written when it is first needed and kept as long as the thing. */
function writtenOnce<T extends object>(write: (thing: T) => string) {
  const written = new Map<T, string>();
  return (thing: T) => {
    const known = written.get(thing);
    if (known !== undefined) return known;
    const text = write(thing);
    written.set(thing, text);
    return text;
  };
}

const fieldsOf = ({ kind, idType, isActive, version }: PreparedEntity, answer: Answer) => {
  const { value, passes, ruleID, groupName, isAssigned } = answer;
  const common = { value, rule_id: ruleID, id_type: idType, ...(version !== undefined && { version }) };
  if (kind === "gate") return common;
  return {
    ...common,
    group: ruleID,
    ...(groupName !== undefined && { group_name: groupName }),
    is_device_based: idType.toLowerCase() === "stableid",
    ...(kind === "config"
      ? { passed: passes }
      : { is_user_in_experiment: isAssigned, is_experiment_active: isActive }),
  };
};

const withoutBraces = (fields: object) => JSON.stringify(fields).slice(1, -1);

/** Writes the entries of one entity after the other, with names hashed in one way. */
function entriesWriter(by: NameHash) {
  const exposureText = writtenOnce(({ gate, passes, ruleID }: Exposure) =>
    JSON.stringify({ gate: hashedName(gate, by), gateValue: String(passes), ruleID }),
  );
  const writerOf = (entity: PreparedEntity) => {
    const name = JSON.stringify(hashedName(entity.name, by));
    const start = writtenOnce(
      (answer: Answer) =>
        `${name}:{"name":${name},${withoutBraces(fieldsOf(entity, answer))},"secondary_exposures":[`,
    );
    return (user: User) => {
      const { answer, exposures } = entity.decide(user);
      return exposures.length === 0
        ? `${start(answer)}]}`
        : `${start(answer)}${exposures.map(exposureText).join()}]}`;
    };
  };
  return (entities: ReadonlyMap<string, PreparedEntity>) => {
    const writers = [...entities.values()].map(writerOf);
    return (user: User) => writers.map((write) => write(user)).join();
  };
}

/** Prepares answers of a project: the gates and configs of a user as the inside of a JSON object. */
export function initializeWriter(prepared: PreparedValues) {
  const writers = new Map<NameHash, (user: User) => string>();
  function writerFor(by: NameHash) {
    const entries = entriesWriter(by);
    const [gates, configs] = [entries(prepared.gates), entries(prepared.configs)];
    return (user: User) => {
      prepared.nextUser();
      return `"feature_gates":{${gates(user)}},"dynamic_configs":{${configs(user)}},"layer_configs":{}`;
    };
  }
  return (by: NameHash, user: User): string => {
    const write = writers.get(by) ?? writerFor(by);
    writers.set(by, write);
    return write(user);
  };
}
