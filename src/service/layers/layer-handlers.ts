// Implements the endpoints of layers.
import type { Problem } from "#contract/api-error.ts";
import { isUnderWay } from "#contract/experiment-states.ts";
import { freeShareOf, shareOf } from "#contract/layer-buckets.ts";
import { isOfType, type Layer } from "#contract/layer.ts";
import { LayerPatch } from "#contract/layer-update.ts";
import type { Database, Reader } from "#service/database/database.ts";
import {
  parseLayer,
  readLayerMembers,
  readLayers,
  type LayerMember,
  type StoredLayer,
} from "#service/database/layers.ts";
import { listVersions } from "#service/database/entity-lists.ts";
import { pageOfList } from "#service/database/pages.ts";
import { nameProblems } from "#service/entity-writes/name-in-use.ts";
import { versionedWrites, type WrittenEntities } from "#service/entity-writes/versioned-writes.ts";
import { emptyEntity, permalinkOf, withEveryField } from "#service/http/answered-entity.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import { notFound, refuse, HttpError } from "#service/http/errors.ts";
import type { BodyChecks, Handlers, RequestContext } from "#service/http/handler.ts";
import { newLayer, patchedLayer, replacedLayer } from "./changed-layer.ts";

const empty = { ...emptyEntity, targetApps: [], team: null, isImplicitLayer: false };

/** The buckets that an experiment occupies. */
const heldBy = (member: LayerMember) => (isUnderWay(member) ? (member.layerBuckets ?? []) : []);

/** One version of a layer, without the experiments that the layer has now. */
const answeredVersion = (context: RequestContext, layer: StoredLayer): Layer =>
  withEveryField<Layer>({ ...layer, permalink: permalinkOf(context, "layers", layer.id) }, empty);

const answered = (context: RequestContext, layer: StoredLayer, members: readonly LayerMember[]): Layer => {
  const own = members.filter(({ layerID }) => layerID === layer.id);
  return withEveryField<Layer>(
    {
      ...layer,
      permalink: permalinkOf(context, "layers", layer.id),
      experiments: own.map((member) => ({
        id: member.id,
        name: member.name || member.id,
        status: member.status,
        share: shareOf(heldBy(member)),
      })),
      freeShare: freeShareOf(own.map(heldBy)),
    },
    empty,
  );
};

const layerEntities: WrittenEntities<StoredLayer, Layer> = {
  kind: "layer",
  noun: "Layer",
  parse: parseLayer,
  references: () => [],
  createProblems: (reader, body) => nameProblems(reader, "layer", body),
  answers: async (reader, context, layers) => {
    const members = await readLayerMembers(
      reader,
      layers.map(({ id }) => id),
    );
    return (layer) => answered(context, layer, members);
  },
};

/** Problems for the experiments of a layer, whose unit type and parameters must stay. */
async function updateProblems(reader: Reader, stored: StoredLayer, body: unknown): Promise<Problem[]> {
  const sent = LayerPatch.safeParse(body).data;
  const members = sent ? await readLayerMembers(reader, [stored.id]) : [];
  const problems: Problem[] = [];
  const [member] = members;
  const unit = stored.idType ?? "userID";
  if (member && sent?.idType !== undefined && sent.idType !== unit)
    problems.push({
      property: "idType",
      errorMessage: `Must stay '${unit}': the experiment '${member.name}' divides its users by it`,
    });
  if (!sent?.parameters) return problems;
  const next = new Map(sent.parameters.map((parameter) => [parameter.name, parameter]));
  const used = new Map<string, { experiment: string; value: unknown }>();
  for (const { name: experiment, groups } of members)
    for (const { parameterValues } of groups)
      for (const [name, value] of Object.entries(parameterValues ?? {}))
        if (value !== null && !used.has(name)) used.set(name, { experiment, value });
  for (const [name, { experiment, value }] of used) {
    const parameter = next.get(name);
    if (!parameter)
      problems.push({
        property: "parameters",
        errorMessage: `The parameter '${name}' must stay: the experiment '${experiment}' decides it`,
      });
    else if (!isOfType(parameter.type, value))
      problems.push({
        property: `parameters.${sent.parameters.indexOf(parameter)}.type`,
        errorMessage: `Must stay as it is: the experiment '${experiment}' has other values of '${name}'`,
      });
  }
  return problems;
}

export function layerHandlers(database: Database) {
  const { change, create, remove, checkStored } = versionedWrites(database, layerEntities);
  const handlers = {
    listLayers: async ({ query }, context) => {
      const reader = await database.upToDate();
      const { items, total } = pageOfList(await readLayers(reader), query);
      return { items: items.map(await layerEntities.answers(reader, context, items)), total };
    },
    readLayer: async ({ params }, context) => {
      const reader = await database.upToDate();
      const layer = await findEntity(reader, layerEntities, params.id);
      return {
        data: (await layerEntities.answers(reader, context, [layer]))(layer),
        version: layer.version,
      };
    },
    listLayerVersions: async ({ params, query }, context) => {
      const found = await listVersions(database, "layer", params.id, query, parseLayer);
      if (found.total === 0) throw notFound("Layer");
      return { ...found, items: found.items.map((layer) => answeredVersion(context, layer)) };
    },
    createLayer: (input, context) => create(input, context, newLayer),
    updateLayer: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await updateProblems(reader, stored, input.body));
        return replacedLayer(stored, input.body, context);
      }),
    patchLayer: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await updateProblems(reader, stored, input.body));
        return patchedLayer(stored, input.body, context);
      }),
    deleteLayer: (input, context) =>
      remove(input, context, async (stored, reader) => {
        // Choice: archived experiments still count as members of their layer.
        if ((await readLayerMembers(reader, [stored.id])).length > 0)
          throw new HttpError(400, "Layer cannot be deleted with experiments still on it");
      }),
  } satisfies Partial<Handlers>;
  /** Checks beyond those of the contract; the problems of both are reported together. */
  const checks: BodyChecks = {
    createLayer: (body) => layerEntities.createProblems(database, body),
    updateLayer: checkStored(updateProblems),
    patchLayer: checkStored(updateProblems),
  };
  return { handlers, checks };
}
