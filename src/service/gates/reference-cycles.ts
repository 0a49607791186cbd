// Cycles of references between gates: a write must not close one; one that was imported may stay.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { Reader, Row } from "#service/database/database.ts";
import { gateIDsIn, refersToGates } from "#targeting/evaluate/references.ts";
import type { StoredGate } from "./stored-gate.ts";

interface Reference extends Row {
  entity_id: string;
  gate_id: string;
}

/** The shortest path along stored references from one gate to another, both included; undefined where there is none. */
async function pathTo(reader: Reader, from: string, to: string): Promise<string[] | undefined> {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (let next = [from]; next.length && !before.has(to);) {
    const references = await reader.query<Reference>(
      "select entity_id, gate_id from gate_reference where kind = 'gate' and entity_id = any($1) order by entity_id, gate_id",
      [next],
    );
    const found = references.filter(({ gate_id }) => !before.has(gate_id));
    for (const { entity_id, gate_id } of found) before.set(gate_id, before.get(gate_id) ?? entity_id);
    next = [...new Set(found.map(({ gate_id }) => gate_id))];
  }
  if (!before.has(to)) return undefined;
  const path = [to];
  for (let step = before.get(to); step !== undefined; step = before.get(step)) path.unshift(step);
  return path;
}

/** The parts of a rule that name gates; the body may be malformed. */
const Conditions = z.catch(z.object({ conditions: z.array(z.unknown()) }), { conditions: [] });
const Naming = z.object({
  type: z.string(),
  targetValue: z.union([
    z.pipe(
      z.string(),
      z.transform((id) => [id]),
    ),
    z.array(z.string()),
  ]),
});

/** A rule of a body, and the path of its fields: `rules.0.`, or nothing where the body is the rule. */
export interface SentRule {
  readonly rule: unknown;
  readonly path: string;
}

const namedGates = ({ rule, path }: SentRule) =>
  Conditions.parse(rule).conditions.flatMap((condition, index) => {
    const { data } = Naming.safeParse(condition);
    if (!data || !refersToGates(data)) return [];
    return data.targetValue.map((id) => ({ id, property: `${path}conditions.${index}.targetValue` }));
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
