// Finds circular references through experiments: a gate rule may depend on an experiment's group, and the experiment's targeting on gates.
import { z } from "zod/mini";
import { Condition } from "#contract/condition.ts";
import { gateIDsIn, shortestPath, type ReferringRule } from "#targeting/evaluate/references.ts";
import type { Reader } from "./database.ts";
import { readDocuments } from "./entity-lists.ts";
import { gateReferences, unreadableReference } from "./gate-references.ts";

const ReferringGate = z.object({
  id: z.string(),
  rules: z.array(z.object({ conditions: z.array(Condition) })),
});
const ReferringExperiment = z.object({
  id: z.string(),
  targetingGateID: z.nullish(z.string()),
  inlineTargetingRulesJSON: z.nullish(z.string()),
  removeTargeting: z.nullish(z.boolean()),
});

/** Ids of the experiments whose groups the rules depend on. */
export const experimentIDsIn = (
  rules: readonly { readonly conditions: readonly Pick<Condition, "type" | "field">[] }[],
): string[] =>
  rules
    .flatMap(({ conditions }) => conditions)
    .flatMap(({ type, field }) => (type === "experiment_group" && field ? [field] : []));

const gateKey = (id: string) => `gate ${id}`;
const experimentKey = (id: string) => `experiment ${id}`;
const idOf = (key: string) => key.slice(key.indexOf(" ") + 1);

const directReferences = (
  rules: readonly (ReferringRule & { readonly conditions: readonly Condition[] })[],
) => [...gateIDsIn(rules).map(gateKey), ...experimentIDsIn(rules).map(experimentKey)];

/** Reads all gates and experiments reachable from `starts`, each with the keys it refers to directly. */
async function readDirectReferences(
  reader: Reader,
  starts: readonly string[],
): Promise<Map<string, string[]>> {
  const next = new Map<string, string[]>();
  const seen = new Set(starts);
  for (let open = [...seen]; open.length > 0;) {
    const of = (kind: string) => open.filter((key) => key.startsWith(`${kind} `)).map(idOf);
    for (const document of await readDocuments(reader, "gate", of("gate"))) {
      const { id, rules } = ReferringGate.parse(document);
      next.set(gateKey(id), directReferences(rules));
    }
    for (const document of await readDocuments(reader, "experiment", of("experiment"))) {
      const { id, removeTargeting, ...experiment } = ReferringExperiment.parse(document);
      const asked = removeTargeting ? [] : gateReferences(experiment);
      next.set(experimentKey(id), asked.filter((gate) => gate !== unreadableReference).map(gateKey));
    }
    open = [...new Set(open.flatMap((key) => next.get(key) ?? []))].filter((key) => !seen.has(key));
    for (const key of open) seen.add(key);
  }
  return next;
}

/** Returns a function that finds the shortest reference path from a gate or an experiment to the gate `gateID`, through gates and
 *  experiments. */
export async function pathsToGate(
  reader: Reader,
  gateID: string,
  starts: { readonly gates: readonly string[]; readonly experiments: readonly string[] },
) {
  const next = await readDirectReferences(reader, [
    ...starts.gates.map(gateKey),
    ...starts.experiments.map(experimentKey),
  ]);
  return (kind: "gate" | "experiment", id: string): string[] | undefined =>
    shortestPath([kind === "gate" ? gateKey(id) : experimentKey(id)], gateKey(gateID), (key) =>
      key === gateKey(gateID) ? [] : (next.get(key) ?? []),
    )?.map(idOf);
}
