// Answers the endpoints that write dynamic configs: created, fully updated (API 4.4), switched. Reading is in dynamic-config-handlers.ts.
import type { Database } from "#service/database/database.ts";
import { entityWrites } from "#service/entity-writes/change-entity.ts";
import type { BodyCheck, BodyChecks, Handlers } from "#service/http/handler.ts";
import { schemaProblems } from "./schema-check.ts";
import { configOwner } from "./stored-config.ts";
import { newConfig, replacedConfig } from "./write-config.ts";

const withSchema =
  (check: BodyCheck): BodyCheck =>
  async (body, params) => [...(await check(body, params)), ...(await schemaProblems(body))];

export function dynamicConfigWrites(database: Database) {
  const { checks, create, update, switchTo, archive, unarchive } = entityWrites(database, configOwner);
  const handlers = {
    createDynamicConfig: (input, context) => create(input, context, newConfig),
    updateDynamicConfig: (input, context) => update(input, context, replacedConfig),
    enableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: true })),
    disableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: false })),
    archiveDynamicConfig: archive,
    unarchiveDynamicConfig: unarchive,
  } satisfies Partial<Handlers>;
  /** Checks that the contract cannot make; reported together with those of the contract. */
  const bodyChecks: BodyChecks = {
    createDynamicConfig: withSchema(checks.create),
    updateDynamicConfig: withSchema(checks.update),
  };
  return { handlers, checks: bodyChecks };
}
