// Implements the endpoints of dynamic configs (API 4.4, 4.5, and further ones).
import type { Database } from "#service/database/database.ts";
import { readEntity } from "#service/database/entities.ts";
import { entityWrites } from "#service/entity-writes/change-entity.ts";
import { entityReads, wrapInLists } from "#service/http/entity-reads.ts";
import type { BodyCheck, BodyChecks, Handlers } from "#service/http/handler.ts";
import { afterPatch, schemaProblems } from "./schema-check.ts";
import { configOwner } from "./stored-config.ts";
import { newConfig, patchedConfig, replacedConfig } from "./changed-config.ts";

const withSchema =
  (check: BodyCheck): BodyCheck =>
  async (body, params, context) => [
    ...(await check(body, params, context)),
    ...(await schemaProblems(body, context)),
  ];

export function dynamicConfigHandlers(database: Database) {
  const { prepare, list, read, listVersions, listDifferences, listReferences } = entityReads(
    database,
    configOwner,
  );
  const writes = entityWrites(database, configOwner);
  const { checks, create, update, switchTo } = writes;
  const handlers = {
    listDynamicConfigs: ({ query: { creatorName, tags, ...rest } }, context) =>
      list({ ...rest, some: wrapInLists({ creatorName }), every: { tags } }, context),
    readDynamicConfig: read,
    readDynamicConfigRules: async (input, context) => {
      const { rules } = (await read(input, context)).data;
      return { items: [{ rules }], total: 1, itemsPerPage: 20_000 };
    },
    listDynamicConfigVersions: listVersions,
    listDynamicConfigDifferences: listDifferences,
    listDynamicConfigReferences: listReferences,

    createDynamicConfig: (input, context) => create(input, context, newConfig),
    updateDynamicConfig: (input, context) => update(input, context, replacedConfig),
    patchDynamicConfig: (input, context) => update(input, context, patchedConfig),
    enableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: true })),
    disableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: false })),
    archiveDynamicConfig: writes.archive,
    unarchiveDynamicConfig: writes.unarchive,
    deleteDynamicConfig: writes.delete,
  } satisfies Partial<Handlers>;
  /** Checks beyond those of the contract; the problems of both are reported together. */
  const bodyChecks: BodyChecks = {
    createDynamicConfig: withSchema(checks.create),
    updateDynamicConfig: withSchema(checks.update),
    patchDynamicConfig: async (body, params, context) => {
      const stored = await readEntity(database, "dynamic_config", params["id"] ?? "", configOwner.parse);
      const problems = await checks.update(body, params, context);
      return stored ? [...problems, ...(await schemaProblems(afterPatch(stored, body), context))] : [];
    },
  };
  return { handlers, checks: bodyChecks, prepare };
}
