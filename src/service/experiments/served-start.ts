// Compares the experiment's part of the production rules document now with the part after a start. Stores nothing.
import type { ServedStart } from "#contract/served-start.ts";
import type { Reader } from "#service/database/database.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { readLayer, readLayerMembers } from "#service/database/layers.ts";
import type { ChangeAuthor } from "#service/http/author-fields.ts";
import { specsOf } from "#targeting/rules-document/build-document.ts";
import { inlineSegmentName } from "#targeting/rules-document/spec.ts";
import { experimentEntities, type StoredExperiment } from "./answered-experiment.ts";
import { startedExperiment } from "./experiment-transitions.ts";
import { withShare } from "./layer-share.ts";

export async function servedStart(
  reader: Reader,
  stored: StoredExperiment,
  analysisStartTime: number | undefined,
  author: ChangeAuthor,
): Promise<ServedStart> {
  const layer = stored.layerID ? await readLayer(reader, stored.layerID) : undefined;
  const members = layer ? await readLayerMembers(reader, [layer.id]) : [];
  const others = members.flatMap(({ id }) => (id === stored.id ? [] : [id]));
  const documents = await readDocuments(reader, "experiment", others);
  const beside = documents.map(experimentEntities.parse);
  const specsWith = (experiment: StoredExperiment): ServedStart["before"] => {
    const experiments = [...beside, experiment].sort((one, other) => (one.id < other.id ? -1 : 1));
    const { gates, configs, layers } = specsOf({
      gates: [],
      configs: [],
      experiments,
      layers: layer ? [layer] : [],
    });
    const own = configs.filter(({ name }) => name === experiment.id);
    const inline = gates.filter(({ name }) => name === inlineSegmentName(experiment.id));
    return [...own, ...inline, ...layers].map((spec) => ({ ...spec, rules: [...spec.rules] }));
  };
  const started = startedExperiment(stored, { analysisStartTime }, author);
  return { before: specsWith(stored), after: specsWith(await withShare(reader, stored, started)) };
}
