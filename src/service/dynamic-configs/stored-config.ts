// A dynamic config as it is stored, and as it is answered: with its address in the console and without what is only counted.
import { z } from "zod";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { answeredRule, StoredRule } from "#targeting/evaluate/stored-rule.ts";

export const StoredConfig = DynamicConfig.extend({
  rules: z.array(StoredRule),
  version: z.number().default(1),
});
export type StoredConfig = z.output<typeof StoredConfig>;

export const parseConfig = (document: unknown): StoredConfig => StoredConfig.parse(document);

type Place = Pick<RequestContext, "consoleUrl" | "companyID">;

/** What a handler answers of a stored config. */
export const answeredConfig =
  ({ consoleUrl, companyID }: Place) =>
  (config: StoredConfig) => ({
    ...config,
    rules: config.rules.map(answeredRule),
    permalink: `${consoleUrl}/${companyID}/dynamic_configs/${encodeURIComponent(config.id)}`,
  });
