// Detects circular references between gates: a write must not create one, but an imported one may stay.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import type { Reader } from "#service/database/database.ts";
import { readReferences, type StoredReference } from "#service/database/dependencies.ts";
import { GateCondition } from "#targeting/dependencies/references.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { experimentIDsIn, pathsToGate } from "#service/database/reference-paths.ts";
import type { StoredGate } from "./stored-gate.ts";

/** Returns a function that finds the shortest reference path from another gate to this one, both included. */
function pathsTo(gateID: string, dependents: readonly StoredReference[]) {
  const referrers = new Map<string, string[]>();
  for (const { kind, entity_id, gate_id } of dependents)
    if (kind === "gate") (referrers.get(gate_id) ?? referrers.set(gate_id, []).get(gate_id))?.push(entity_id);
  /** The next gate on the path, by gate. */
  const next = new Map<string, string | undefined>([[gateID, undefined]]);
  for (const id of next.keys())
    for (const referrer of (referrers.get(id) ?? []).sort()) if (!next.has(referrer)) next.set(referrer, id);
  return (from: string): string[] | undefined => {
    if (!next.has(from)) return undefined;
    const path = [];
    for (let id: string | undefined = from; id !== undefined; id = next.get(id)) path.push(id);
    return path;
  };
}

/** The conditions of a rule; the body may be malformed. */
const Conditions = z.catch(z.object({ conditions: z.array(z.unknown()) }), { conditions: [] });

/** A rule in a body, and the prefix of its fields' paths: `rules.0.`, or empty where the body is the rule. */
export interface SentRule {
  readonly rule: unknown;
  readonly path: string;
}

const namedGates = ({ rule, path }: SentRule) =>
  Conditions.parse(rule).conditions.flatMap((condition, index) => {
    const ids = GateCondition.safeParse(condition).data?.targetValue ?? [];
    return ids.map((id) => ({ id, property: `${path}conditions.${index}.targetValue` }));
  });

const GroupCondition = z.object({ type: z.literal("experiment_group"), field: z.string() });

const namedExperiments = ({ rule, path }: SentRule) =>
  Conditions.parse(rule).conditions.flatMap((condition, index) => {
    const { data } = GroupCondition.safeParse(condition);
    return data ? [{ id: data.field, property: `${path}conditions.${index}.field` }] : [];
  });

/** Finds circular references through experiments whose groups the rules depend on. */
async function cyclesOverGroups(
  reader: Reader,
  gate: Pick<StoredGate, "id" | "rules">,
  gates: readonly { readonly id: string; readonly property: string }[],
  sent: readonly SentRule[],
): Promise<Problem[]> {
  const before = new Set(experimentIDsIn(gate.rules));
  const experiments = sent.flatMap(namedExperiments).filter(({ id }) => !before.has(id));
  if (gates.length + experiments.length === 0) return [];
  const pathFrom = await pathsToGate(reader, gate.id, {
    gates: gates.map(({ id }) => id),
    experiments: experiments.map(({ id }) => id),
  });
  const problemsOf = (kind: "gate" | "experiment", named: typeof gates) =>
    named.flatMap(({ id, property }): Problem[] => {
      const path = pathFrom(kind, id);
      if (!path) return [];
      const errorMessage = `It would be a circular dependency: ${[gate.id, ...path].join(" → ")}`;
      return [{ property, errorMessage }];
    });
  return [...problemsOf("gate", gates), ...problemsOf("experiment", experiments)];
}

/** Cycles that the rules would close. Choice: an existing cycle of gates does not prevent changes to its gates. */
export async function cycleProblems(
  reader: Reader,
  gate: Pick<StoredGate, "id" | "rules">,
  sent: readonly SentRule[],
): Promise<Problem[]> {
  const before = new Set(gateIDsIn(gate.rules));
  const named = sent.flatMap(namedGates).filter(({ id }) => !before.has(id));
  const pathFrom =
    named.length > 0 ? pathsTo(gate.id, await readReferences(reader, gate.id, ["dependents"])) : undefined;
  const others = named.filter(({ id }) => !pathFrom?.(id));
  const problems = named.flatMap(({ id, property }) => {
    const path = pathFrom?.(id);
    if (!path) return [];
    const errorMessage =
      id === gate.id
        ? "A gate cannot ask about itself"
        : `It would be a circular dependency: ${[gate.id, ...path].join(" → ")}`;
    return [{ property, errorMessage }];
  });
  return [...problems, ...(await cyclesOverGroups(reader, gate, others, sent))];
}
