// Cycles of references between gates: a write must not close one; one that was imported may stay.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { Reader } from "#service/database/database.ts";
import { readReferences } from "#service/database/dependencies.ts";
import { GateCondition } from "#targeting/dependencies/references.ts";
import { gateIDsIn, shortestPath } from "#targeting/evaluate/references.ts";
import type { StoredGate } from "./stored-gate.ts";

/** The shortest path along stored references from one gate to another, both included; undefined where there is none. */
async function pathTo(reader: Reader, from: string, to: string): Promise<string[] | undefined> {
  const references = await readReferences(reader, from, ["dependencies"]);
  return shortestPath([from], to, (id) =>
    references.flatMap(({ entity_id, gate_id }) => (entity_id === id ? [gate_id] : [])).sort(),
  );
}

/** The conditions of a rule; the body may be malformed. */
const Conditions = z.catch(z.object({ conditions: z.array(z.unknown()) }), { conditions: [] });

/** A rule of a body, and the path of its fields: `rules.0.`, or nothing where the body is the rule. */
export interface SentRule {
  readonly rule: unknown;
  readonly path: string;
}

const namedGates = ({ rule, path }: SentRule) =>
  Conditions.parse(rule).conditions.flatMap((condition, index) => {
    const ids = GateCondition.safeParse(condition).data?.targetValue ?? [];
    return ids.map((id) => ({ id, property: `${path}conditions.${index}.targetValue` }));
  });

/** Cycles that the rules would close. Choice: a cycle of gates that is there already does not keep a gate from being changed. */
export async function cycleProblems(
  reader: Reader,
  gate: Pick<StoredGate, "id" | "rules">,
  sent: readonly SentRule[],
): Promise<Problem[]> {
  const before = new Set(gateIDsIn(gate.rules));
  const problems: Problem[] = [];
  for (const { id, property } of sent.flatMap(namedGates)) {
    const path = before.has(id) ? undefined : await pathTo(reader, id, gate.id);
    if (!path) continue;
    const cycle = [gate.id, ...path].join(" → ");
    const errorMessage =
      id === gate.id ? "A gate cannot ask about itself" : `It would go round in a circle: ${cycle}`;
    problems.push({ property, errorMessage });
  }
  return problems;
}
