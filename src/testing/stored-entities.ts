// Gates and dynamic configs for page tests, and a way to store them in an in-memory service.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Gate } from "#contract/gate.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testNow, type testApp } from "#service/test-app.test-support.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";

type Service = Awaited<ReturnType<typeof testApp>>;

const fieldsOfBoth = (id: string) => ({
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
  version: 1,
});

export const storedGate = (id: string, change: Partial<Gate> = {}): Gate => ({
  ...fieldsOfBoth(id),
  status: "In Progress",
  type: "TEMPORARY",
  ...change,
});

export const storedConfig = (id: string, change: Partial<DynamicConfig> = {}): DynamicConfig => ({
  ...fieldsOfBoth(id),
  defaultValue: {},
  ...change,
});

const store = (
  service: Service,
  kind: "gate" | "dynamic_config",
  entities: readonly (Gate | DynamicConfig)[],
) =>
  service.database.transaction(async (transaction) => {
    for (const document of entities)
      await writeEntity(transaction, kind, { document, references: gateIDsIn(document.rules) }, testNow);
  });

export const storeGates = (service: Service, ...gates: Gate[]) => store(service, "gate", gates);

export const storeConfigs = (service: Service, ...configs: DynamicConfig[]) =>
  store(service, "dynamic_config", configs);
