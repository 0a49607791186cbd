// A stored dynamic config, and its conversion to the API: with its console link, and without the internal counts of its rules.
import { z } from "zod/mini";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { parsedOnce } from "#service/database/entities.ts";
import { checksOfKind } from "#service/database/check-summary.ts";
import type { Head } from "#service/database/head-list.ts";
import { nameProblems } from "#service/entity-writes/name-in-use.ts";
import type { RuleOwner } from "#service/entity-writes/rule-owner.ts";
import { emptyEntity, permalinkOf, withEveryField } from "#service/http/answered-entity.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { responseCache } from "#service/http/response-cache.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { answeredRule, StoredRule } from "#targeting/evaluate/stored-rule.ts";

const StoredConfig = z.extend(DynamicConfig, {
  rules: z.array(StoredRule),
  version: z._default(z.number(), 1),
});
export type StoredConfig = z.output<typeof StoredConfig>;

const answeredConfig =
  (context: RequestContext) =>
  (config: StoredConfig): DynamicConfig =>
    withEveryField<DynamicConfig>(
      {
        ...config,
        rules: config.rules.map(answeredRule),
        permalink: permalinkOf(context, "dynamic_configs", config.id),
      },
      { ...emptyEntity, defaultValue: {} },
    );

const kept = responseCache<DynamicConfig>();

function headOf(config: StoredConfig): Head {
  const isArchived = config.status === "Archived";
  return {
    id: config.id,
    name: config.name ?? config.id,
    description: config.description ?? "",
    isArchived,
    values: { tags: config.tags ?? [], creatorName: [config.creatorName ?? ""] },
    sorts: {
      state: isArchived ? "Archived" : config.isEnabled ? "Enabled" : "Disabled",
      rules: config.rules.length,
      tags: config.tags?.join(", ") || null,
      lastModifierName: config.lastModifierName ?? null,
      lastModifiedTime: config.lastModifiedTime ?? null,
    },
  };
}

const parse = parsedOnce((document) => StoredConfig.parse(document));

export const configOwner: RuleOwner<StoredConfig, DynamicConfig> = {
  kind: "dynamic_config",
  noun: "Dynamic config",
  // Choice: an archived config has the status "Archived", all others have no status.
  disabled: { status: undefined, isEnabled: false },
  parse,
  answerVersion: answeredConfig,
  // Choice: the answer for a dynamic config has checks per hour once an app has logged any check.
  answers: async (reader, context) => {
    const { isCounted, totals } = await checksOfKind(reader, "config", context.now);
    return (config) => {
      const counted = isCounted ? { checksPerHour: totals.get(config.id)?.perHour ?? 0 } : {};
      return kept(config, [context.consoleUrl, context.companyID, counted.checksPerHour], () => ({
        ...answeredConfig(context)(config),
        ...counted,
      }));
    };
  },
  headsOf: async (_reader, documents) => documents.map((document) => headOf(parse(document))),
  counted: ["tags"],
  mentions: ({ rules }) => gateIDsIn(rules),
  createProblems: (reader, body) => nameProblems(reader, "dynamic_config", body),
  updateProblems: async () => [],
  archiveProblems: async () => [],
};
