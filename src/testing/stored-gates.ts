// Gates for page tests, and the way to store them in a service in memory.
import type { Gate } from "#contract/gate.ts";
import { writeEntity } from "#service/database/entities.ts";
import { testNow, type testApp } from "#service/http/test-app.ts";
import { gateIDsIn } from "#targeting/references.ts";

type Service = Awaited<ReturnType<typeof testApp>>;

export const storedGate = (id: string, change: Partial<Gate> = {}): Gate => ({
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
  status: "In Progress",
  type: "TEMPORARY",
  rules: [],
  version: 1,
  ...change,
});

export const storeGates = (service: Service, ...gates: Gate[]) =>
  service.database.transaction(async (transaction) => {
    for (const document of gates)
      await writeEntity(transaction, "gate", { document, references: gateIDsIn(document.rules) }, testNow);
  });
