// Checks an experiment's plan against stored entities: its metrics and gates exist, and its gates do not refer back to it.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { Condition } from "#contract/condition.ts";
import type { Experiment } from "#contract/experiment.ts";
import { layerProblems, metricProblems, planProblems } from "#contract/experiment-plan.ts";
import { isChanged } from "#contract/experiment-states.ts";
import { experimentIDsIn } from "#service/database/reference-paths.ts";
import { readMetrics } from "#service/database/definitions.ts";
import type { Reader } from "#service/database/database.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { readLayer } from "#service/database/layers.ts";
import { referencesOf } from "#targeting/dependencies/references.ts";
import { gateIDsIn, shortestPath } from "#targeting/evaluate/references.ts";

const AskingGate = z.object({ id: z.string(), rules: z.array(z.object({ conditions: z.array(Condition) })) });
type AskingGate = z.output<typeof AskingGate>;

/** Returns the existing gates among the ids and all gates that they refer to, directly or indirectly, by id. */
async function gatesBelow(reader: Reader, ids: readonly string[]): Promise<Map<string, AskingGate>> {
  const gates = new Map<string, AskingGate>();
  const asked = new Set(ids);
  for (let open = [...asked]; open.length > 0;) {
    const found = (await readDocuments(reader, "gate", open)).map((document) => AskingGate.parse(document));
    for (const gate of found) gates.set(gate.id, gate);
    open = [...new Set(found.flatMap(({ rules }) => gateIDsIn(rules)))].filter((id) => !asked.has(id));
    for (const id of open) asked.add(id);
  }
  return gates;
}

/** Returns the problem, if any, of each gate that the experiment refers to. */
async function gateProblems(reader: Reader, experimentID: string, gateIDs: readonly string[]) {
  const gates = await gatesBelow(reader, gateIDs);
  const leadingBack = new Set(
    [...gates.values()]
      .filter((gate) => experimentIDsIn(gate.rules).includes(experimentID))
      .map(({ id }) => id),
  );
  /** Pseudo-node at the end of every path that leads back to the experiment. */
  const end = "";
  const next = (id: string) =>
    leadingBack.has(id) ? [end] : gateIDsIn(gates.get(id)?.rules ?? []).filter((one) => gates.has(one));
  return (gateID: string): string | undefined => {
    if (!gates.has(gateID)) return `No gate has the id '${gateID}'`;
    const path = leadingBack.size > 0 ? shortestPath([gateID], end, next) : undefined;
    return path
      ? `It would be a circular dependency: ${[experimentID, ...path.slice(0, -1), experimentID].join(" → ")}`
      : undefined;
  };
}

const InlineRules = z.catch(z.array(z.object({ conditions: z.array(Condition) })), []);

async function targetingProblems(reader: Reader, experiment: Experiment): Promise<Problem[]> {
  const { id, targetingGateID, inlineTargetingRulesJSON } = experiment;
  const asked = referencesOf({ targetingGateID, inlineTargetingRulesJSON }).references;
  const problemOf = await gateProblems(
    reader,
    id,
    asked.map(({ gateID }) => gateID),
  );
  const problems = asked.flatMap(({ gateID, how }): Problem[] => {
    const errorMessage = problemOf(gateID);
    const property = how === "targets" ? "targetingGateID" : "inlineTargetingRulesJSON";
    return errorMessage ? [{ property, errorMessage }] : [];
  });
  const rules = InlineRules.parse(parsedJson(inlineTargetingRulesJSON));
  if (experimentIDsIn(rules).includes(id))
    problems.push({
      property: "inlineTargetingRulesJSON",
      errorMessage: "An experiment cannot ask for its own groups",
    });
  return problems;
}

function parsedJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text || "[]");
  } catch {
    return undefined;
  }
}

async function problemsInLayer(reader: Reader, experiment: Experiment): Promise<Problem[]> {
  const { layerID } = experiment;
  if (!layerID) return [];
  const layer = await readLayer(reader, layerID);
  return layer
    ? layerProblems(experiment, layer)
    : [{ property: "layerID", errorMessage: `No layer has the id '${layerID}'` }];
}

/** Returns all problems of the plan with what is stored now. */
export async function planChecks(reader: Reader, experiment: Experiment): Promise<Problem[]> {
  const plain = planProblems(experiment);
  const isInlineReadable = !plain.some((problem) => fieldOf(problem) === "inlineTargetingRulesJSON");
  const readable = isInlineReadable ? experiment : { ...experiment, inlineTargetingRulesJSON: "[]" };
  return [
    ...plain,
    ...metricProblems(experiment, await readMetrics(reader)),
    ...(await targetingProblems(reader, readable)),
    ...(await problemsInLayer(reader, experiment)),
  ];
}

const keyOf = ({ property, errorMessage }: Problem) => JSON.stringify([property, errorMessage]);

/** The field of an experiment that a problem refers to. */
export const fieldOf = ({ property }: Problem) => property.split(".")[0] ?? "";

// Choice: a write of an experiment is refused for problems of what it changes, not for problems that existed before.
export async function changeProblems(
  reader: Reader,
  before: Experiment,
  after: Experiment,
): Promise<Problem[]> {
  const known = new Set((await planChecks(reader, before)).map(keyOf));
  return (await planChecks(reader, after)).filter(
    (problem) => !known.has(keyOf(problem)) || isChanged(before, after, fieldOf(problem)),
  );
}
