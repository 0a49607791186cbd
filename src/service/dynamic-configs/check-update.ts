// What the contract alone cannot say about a write of a config, told together with what it says: ids, name, state and schema.
import type { Problem } from "#contract/api-error.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readEntity } from "#service/database/entities.ts";
import type { BodyCheck } from "#service/http/handler.ts";
import { nameProblems } from "#service/entity-writes/name-in-use.ts";
import { addressableRules, ruleIDProblems, rulesIn } from "#service/entity-writes/rule-ids.ts";
import { stateProblems } from "./config-state.ts";
import { schemaProblems } from "./schema-check.ts";
import { parseConfig, type StoredConfig } from "./stored-config.ts";

export async function storedConfigProblems(
  reader: Reader,
  stored: StoredConfig,
  body: unknown,
): Promise<Problem[]> {
  const rules = rulesIn(body);
  const addressable = await addressableRules(reader, "dynamic_config", stored, rules);
  return [...stateProblems(stored), ...ruleIDProblems(addressable, rules)];
}

/** An unknown config has no problems here: the handler answers 404. The handler looks again, inside its transaction. */
export const checkConfigUpdate =
  (database: Database): BodyCheck =>
  async (body, params) => {
    const stored = await readEntity(database, "dynamic_config", params["id"] ?? "", parseConfig);
    const ofStored = stored ? await storedConfigProblems(database, stored, body) : [];
    return [...ofStored, ...(await schemaProblems(body))];
  };

export const checkNewConfig =
  (database: Database): BodyCheck =>
  async (body) => [
    ...(await nameProblems(database, "dynamic_config", body)),
    ...(await schemaProblems(body)),
  ];
