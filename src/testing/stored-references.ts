// Gates that require other gates, with experiments and configs that depend on them, for page tests.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import { writeEntity } from "#service/database/entities.ts";
import { gateReferences } from "#service/database/gate-references.ts";
import { testNow, type testApp } from "#service/test-app.test-support.ts";
import { storedGate } from "./stored-entities.ts";

type Service = Awaited<ReturnType<typeof testApp>>;

/** A rule that passes half of the users who pass all of the gates, in production. */
export const requiresGates = (id: string, ...gates: string[]): Rule => ({
  id,
  name: `Rule ${id}`,
  passPercentage: 50,
  conditions: gates.map((targetValue) => ({ type: "passes_gate", targetValue })),
  environments: ["production"],
});

/** A gate whose only rule requires the given gates. */
export const gateThatNeeds = (id: string, needs: readonly string[], change: Partial<Gate> = {}) =>
  storedGate(id, { rules: needs.length > 0 ? [requiresGates("r1", ...needs)] : [], ...change });

export const storeReferring = (
  service: Service,
  experiments: readonly Experiment[],
  configs: readonly DynamicConfig[] = [],
) =>
  service.database.transaction(async (transaction) => {
    for (const document of experiments)
      await writeEntity(
        transaction,
        "experiment",
        { document, references: gateReferences(document) },
        testNow,
      );
    for (const document of configs)
      await writeEntity(
        transaction,
        "dynamic_config",
        { document, references: gateReferences(document) },
        testNow,
      );
  });
