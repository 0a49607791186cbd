// Finds who decided an experiment: the author of the version that introduced the decision.
import type { Experiment } from "#contract/experiment.ts";
import type { Reader } from "#service/database/database.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { experimentEntities } from "./answered-experiment.ts";

const decisionIn = ({ status, launchedGroupID, decisionTime, decisionReason }: Experiment) =>
  JSON.stringify([status === "decision_made", launchedGroupID, decisionTime, decisionReason]);

/** Number of newest versions that are searched. */
const searched = 100;

/** Returns null if the experiment is not decided or the author is unknown. */
export async function readDecisionAuthor(reader: Reader, experiment: Experiment): Promise<string | null> {
  if (experiment.status !== "decision_made" && !experiment.launchedGroupID) return null;
  const { items } = await listVersions(
    reader,
    "experiment",
    experiment.id,
    { limit: searched, page: 1 },
    experimentEntities.parse,
  );
  const decision = decisionIn(experiment);
  const before = items.findIndex((version) => decisionIn(version) !== decision);
  return (before < 0 ? items.at(-1) : items[before - 1])?.lastModifierName ?? null;
}
