// What the contract alone cannot say about a config's update, told together with what it says: rule ids and schema.
import { isJsonObject } from "#contract/json5.ts";
import type { Database } from "#service/database/database.ts";
import { readEntity } from "#service/database/entities.ts";
import type { BodyCheck } from "#service/http/handler.ts";
import { ruleIDProblems } from "./replace-rules.ts";
import { schemaProblems } from "./schema-check.ts";
import { parseConfig } from "./stored-config.ts";

/** An unknown config has no problems here: the handler answers 404. The handler looks again, inside its transaction. */
export const checkConfigUpdate =
  (database: Database): BodyCheck =>
  async (body, params) => {
    const rules: unknown[] = isJsonObject(body) && Array.isArray(body["rules"]) ? body["rules"] : [];
    const stored = await readEntity(database, "dynamic_config", params["id"] ?? "", parseConfig);
    const ofIDs = stored ? ruleIDProblems(stored.rules, rules) : [];
    return [...ofIDs, ...(await schemaProblems(body))];
  };
