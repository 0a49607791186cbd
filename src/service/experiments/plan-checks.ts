// Checks of an experiment's plan against what is stored: its metrics exist, its gates exist and do not lead back to it.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { Condition } from "#contract/condition.ts";
import type { Experiment } from "#contract/experiment.ts";
import { metricProblems, planProblems } from "#contract/experiment-plan.ts";
import { isChanged } from "#contract/experiment-states.ts";
import { readMetrics } from "#service/database/definitions.ts";
import type { Reader } from "#service/database/database.ts";
import { readReferences } from "#service/database/dependencies.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { referencesOf } from "#targeting/dependencies/references.ts";
import { gateIDsIn, shortestPath } from "#targeting/evaluate/references.ts";

const AskingGate = z.object({ id: z.string(), rules: z.array(z.object({ conditions: z.array(Condition) })) });
type AskingGate = z.output<typeof AskingGate>;

/** Ids of the experiments whose groups the rules ask for. */
const experimentsIn = ({ rules }: Pick<AskingGate, "rules">) =>
  rules
    .flatMap(({ conditions }) => conditions)
    .flatMap(({ type, field }) => (type === "experiment_group" && field ? [field] : []));

/** The gates that a gate leads to, itself among them, by their ids; empty where it does not exist. */
async function gatesBelow(reader: Reader, gateID: string): Promise<Map<string, AskingGate>> {
  const references = await readReferences(reader, gateID, ["dependencies"]);
  const ids = [...new Set([gateID, ...references.map(({ gate_id }) => gate_id)])];
  const gates = (await readDocuments(reader, "gate", ids)).map((document) => AskingGate.parse(document));
  return new Map(gates.map((gate) => [gate.id, gate]));
}

async function gateProblem(
  reader: Reader,
  experimentID: string,
  gateID: string,
): Promise<string | undefined> {
  const gates = await gatesBelow(reader, gateID);
  if (!gates.has(gateID)) return `No gate has the id '${gateID}'`;
  const end = `experiment ${experimentID}`;
  const path = shortestPath([gateID], end, (id) => {
    const gate = gates.get(id);
    return gate ? [...gateIDsIn(gate.rules), ...experimentsIn(gate).map((one) => `experiment ${one}`)] : [];
  });
  return path
    ? `It would be a circular dependency: ${[experimentID, ...path.slice(0, -1), experimentID].join(" → ")}`
    : undefined;
}

const InlineRules = z.catch(z.array(z.object({ conditions: z.array(Condition) })), []);

async function targetingProblems(reader: Reader, experiment: Experiment): Promise<Problem[]> {
  const { id, targetingGateID, inlineTargetingRulesJSON } = experiment;
  const asked = referencesOf({ targetingGateID, inlineTargetingRulesJSON }).references.map((reference) => ({
    gateID: reference.gateID,
    property: reference.how === "targets" ? "targetingGateID" : "inlineTargetingRulesJSON",
  }));
  const problems: Problem[] = [];
  for (const { gateID, property } of asked) {
    const errorMessage = gateID && (await gateProblem(reader, id, gateID));
    if (errorMessage) problems.push({ property, errorMessage });
  }
  const rules = InlineRules.parse(parsedJson(inlineTargetingRulesJSON));
  if (experimentsIn({ rules }).includes(id))
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

/** All problems of the plan, as things stand. */
export async function planChecks(reader: Reader, experiment: Experiment): Promise<Problem[]> {
  const { layerID } = experiment;
  return [
    ...planProblems(experiment),
    ...metricProblems(experiment, await readMetrics(reader)),
    ...(await targetingProblems(reader, experiment)),
    ...(layerID ? [{ property: "layerID", errorMessage: `No layer has the id '${layerID}'` }] : []),
  ];
}

const keyOf = ({ property, errorMessage }: Problem) => JSON.stringify([property, errorMessage]);

/** The field of an experiment that a problem is about. */
export const fieldOf = ({ property }: Problem) => property.split(".")[0] ?? "";

// Choice: a write of an experiment is refused for the problems of what it changes, and not for those that were there before.
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
