// Manages the share of a layer that an experiment holds from its start to its end. Writes are serialized, so no two
// experiments can hold the same buckets.
import type { Problem } from "#contract/api-error.ts";
import { isUnderWay } from "#contract/experiment-states.ts";
import { freeShareOf, shareOf, shareWith } from "#contract/layer-buckets.ts";
import type { Reader } from "#service/database/database.ts";
import { readLayer, readLayerMembers } from "#service/database/layers.ts";
import { refuse } from "#service/http/errors.ts";
import type { StoredExperiment } from "./answered-experiment.ts";

/** Returns the buckets that the experiment has after a write, or the problem that too few are free. */
async function shareAfter(
  reader: Reader,
  before: StoredExperiment | undefined,
  after: StoredExperiment,
): Promise<{ ranges?: [number, number][]; problems: Problem[] }> {
  const { id, layerID } = after;
  const layer = layerID && isUnderWay(after) ? await readLayer(reader, layerID) : undefined;
  const wasUnderWay = before && isUnderWay(before);
  // An experiment that was imported while it ran stays outside of the layer.
  if (!layer || (wasUnderWay && !before.layerBuckets)) return { problems: [] };
  const members = await readLayerMembers(reader, [layer.id]);
  const others = members.filter((member) => member.id !== id && isUnderWay(member));
  const held = others.map(({ layerBuckets }) => layerBuckets ?? []);
  const own = wasUnderWay ? (before.layerBuckets ?? []) : [];
  const ranges = shareWith(own, held, after.allocation ?? 100);
  if (ranges) return { ranges, problems: [] };
  const shares = others.flatMap(({ name, layerBuckets }) =>
    layerBuckets?.length ? [`'${name}' has ${shareOf(layerBuckets)} %`] : [],
  );
  const errorMessage = `Only ${freeShareOf(held)} % of the layer '${layer.name}' is free: ${shares.join(", ")}`;
  return { problems: [{ property: "allocation", errorMessage }] };
}

/** Returns the problems of the share that an experiment would need after a write; `before` is undefined for a new experiment. */
export const shareProblems = async (
  reader: Reader,
  before: StoredExperiment | undefined,
  after: StoredExperiment,
): Promise<Problem[]> => (await shareAfter(reader, before, after)).problems;

/** Returns the experiment with its share of the layer, which is taken at the start and grows with the allocation. */
export async function withShare(
  reader: Reader,
  before: StoredExperiment | undefined,
  after: StoredExperiment,
): Promise<StoredExperiment> {
  const { ranges, problems } = await shareAfter(reader, before, after);
  refuse(problems);
  return ranges ? { ...after, layerBuckets: ranges } : after;
}
