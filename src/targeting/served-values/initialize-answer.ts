// The answer to a browser that asks for everything one user gets (API 7.4). Texts that are the same for many users are written once.
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { User } from "#targeting/evaluate/places.ts";
import { hashedName, type NameHash } from "./name-hash.ts";
import type { Answer, PreparedEntity, PreparedValues } from "./prepare-values.ts";
import type { Exposure } from "./secondary-exposures.ts";

/** JSON in UTF-8. Pieces are put together in a third of the time that texts take. */
type Piece = Uint8Array;

/** The JSON of a thing, written when it is first needed and kept as long as the thing. */
function writtenOnce<T extends object>(write: (thing: T) => string) {
  const written = new Map<T, Piece>();
  return (thing: T): Piece => {
    const known = written.get(thing);
    if (known !== undefined) return known;
    const piece = utf8ToBytes(write(thing));
    written.set(thing, piece);
    return piece;
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

const [comma, end] = [utf8ToBytes(","), utf8ToBytes("]}")];

/** Writes the entries of one entity after the other, with names hashed in one way. */
function entriesWriter(by: NameHash) {
  const exposurePiece = writtenOnce(({ gate, passes, ruleID }: Exposure) =>
    JSON.stringify({ gate: hashedName(gate, by), gateValue: String(passes), ruleID }),
  );
  const writerOf = (entity: PreparedEntity, place: number) => {
    const name = JSON.stringify(hashedName(entity.name, by));
    const startText = (answer: Answer) =>
      `${place > 0 ? "," : ""}${name}:{"name":${name},${withoutBraces(fieldsOf(entity, answer))},"secondary_exposures":[`;
    const start = writtenOnce(startText);
    // By the number of the answer.
    const whole: Piece[] = [];
    return (user: User, pieces: Piece[]) => {
      const { answer, exposures } = entity.decide(user);
      if (exposures.length === 0) {
        pieces.push((whole[answer.number] ??= utf8ToBytes(`${startText(answer)}]}`)));
        return;
      }
      pieces.push(start(answer));
      for (const [index, exposure] of exposures.entries()) {
        if (index > 0) pieces.push(comma);
        pieces.push(exposurePiece(exposure));
      }
      pieces.push(end);
    };
  };
  return (entities: ReadonlyMap<string, PreparedEntity>) => [...entities.values()].map(writerOf);
}

const [beforeGates, beforeConfigs, afterConfigs] = [
  utf8ToBytes('"feature_gates":{'),
  utf8ToBytes('},"dynamic_configs":{'),
  utf8ToBytes('},"layer_configs":{}'),
];

/** Prepares answers of a project: the gates and configs of a user as the inside of a JSON object, in pieces. */
export function initializeWriter(prepared: PreparedValues) {
  const writers = new Map<NameHash, (user: User) => Piece[]>();
  function writerFor(by: NameHash) {
    const entries = entriesWriter(by);
    const [gates, configs] = [entries(prepared.gates), entries(prepared.configs)];
    return (user: User) => {
      prepared.nextUser();
      const pieces: Piece[] = [beforeGates];
      for (const write of gates) write(user, pieces);
      pieces.push(beforeConfigs);
      for (const write of configs) write(user, pieces);
      pieces.push(afterConfigs);
      return pieces;
    };
  }
  return (by: NameHash, user: User): readonly Piece[] => {
    const write = writers.get(by) ?? writerFor(by);
    writers.set(by, write);
    return write(user);
  };
}
