// A dynamic config as it is stored, and as it is answered: with its address in the console and without what is only counted.
import { z } from "zod/mini";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import type { RuleOwner } from "#service/entity-writes/rule-owner.ts";
import { noAuthorship, permalinkOf, withEveryField } from "#service/http/answered-entity.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { answeredRule, StoredRule } from "#targeting/evaluate/stored-rule.ts";

const StoredConfig = z.extend(DynamicConfig, {
  rules: z.array(StoredRule),
  version: z._default(z.number(), 1),
});
export type StoredConfig = z.output<typeof StoredConfig>;

export const parseConfig = (document: unknown): StoredConfig => StoredConfig.parse(document);

const empty = {
  ...noAuthorship,
  description: "",
  idType: "userID",
  holdoutIDs: [],
  tags: [],
  defaultValue: {},
};

export const answeredConfig =
  (place: Pick<RequestContext, "consoleUrl" | "companyID">) =>
  (config: StoredConfig): DynamicConfig =>
    withEveryField<DynamicConfig>(
      {
        ...config,
        rules: config.rules.map(answeredRule),
        permalink: permalinkOf(place, "dynamic_configs", config.id),
      },
      empty,
    );

export const configOwner: RuleOwner<StoredConfig, DynamicConfig> = {
  kind: "dynamic_config",
  noun: "Dynamic config",
  // Choice: an archived config has the status "Archived", the others have none.
  disabled: { status: undefined, isEnabled: false },
  parse: parseConfig,
  answer: async (_reader, context, config) => answeredConfig(context)(config),
  updateProblems: async () => [],
  archiveProblems: async () => [],
};
