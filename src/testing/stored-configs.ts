// Dynamic configs for page tests, and the way to store them in a service in memory.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testNow, type testApp } from "#service/http/test-app.ts";

type Service = Awaited<ReturnType<typeof testApp>>;

export const storedConfig = (id: string, change: Partial<DynamicConfig> = {}): DynamicConfig => ({
  id,
  name: id,
  description: "",
  idType: "userID",
  createdTime: testNow,
  lastModifiedTime: testNow,
  lastModifierName: "Ada",
  creatorName: "Ada",
  tags: [],
  isEnabled: true,
  rules: [],
  defaultValue: {},
  version: 1,
  ...change,
});

export const storeConfigs = (service: Service, ...configs: DynamicConfig[]) =>
  service.database.transaction(async (transaction) => {
    for (const document of configs)
      await writeEntity(transaction, "dynamic_config", { document, references: [] }, testNow);
  });
