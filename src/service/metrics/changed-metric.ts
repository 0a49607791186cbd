// Applies a write to a metric: a partial update or a new metric. Pure: the handlers check and store.
import { definitionProblems } from "#contract/metric-definition.ts";
import type { MetricCreate, MetricPatch } from "#contract/metric-update.ts";
import type { Problem } from "#contract/api-error.ts";
import { withGiven } from "#service/entity-writes/given-fields.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";
import type { StoredMetric } from "./answered-metric.ts";

/** The fields that say how a metric is computed. */
const definitionFields = ["metricEvents", "funnelEventList", "funnelCountDistinct", "winsorization"] as const;

const fields = [
  "directionality",
  "description",
  "tags",
  "owner",
  "team",
  "unitTypes",
  "isPermanent",
  "isReadOnly",
  "isHidden",
  "isVerified",
  "warehouseNative",
  ...definitionFields,
] as const;

export const metricID = ({ name, type }: { name: string; type: string }) => `${name}::${type}`;

/** The lineage after a change: the events that the definition names, and the metrics it came from as before. */
const lineageOf = ({ metricEvents, funnelEventList, lineage }: StoredMetric) => ({
  events: [...new Set([...(metricEvents ?? []), ...(funnelEventList ?? [])].map(({ name }) => name))],
  metrics: lineage?.metrics ?? [],
});

const definesAnew = (sent: MetricPatch) => definitionFields.some((field) => sent[field] !== undefined);

/** The metric with the given fields replaced. */
export function patchedMetric(stored: StoredMetric, sent: MetricPatch, author: ChangeAuthor): StoredMetric {
  const next = withGiven(stored, sent, fields);
  return {
    ...next,
    ...(definesAnew(sent) && { lineage: lineageOf(next) }),
    version: stored.version + 1,
    ...authorFields(author, sent.changeReason),
  };
}

export function newMetric(sent: MetricCreate, author: ChangeAuthor, lastVersion: number): StoredMetric {
  const { name, type } = sent;
  const blank: StoredMetric = {
    id: metricID(sent),
    name,
    type,
    directionality: "increase",
    description: "",
    tags: [],
    ...(type === "funnel" && { funnelCountDistinct: "users" }),
    version: lastVersion,
  };
  return { ...patchedMetric(blank, sent, author), ...creatorFields(author, sent) };
}

// Choice: a metric keeps its name and type, because experiments and links refer to it by them.
/** Problems of a partial update that the contract cannot find. */
export function patchProblems(stored: StoredMetric, sent: MetricPatch): Problem[] {
  const kept = (["name", "type"] as const).flatMap((property) =>
    sent[property] === undefined || sent[property] === stored[property]
      ? []
      : [
          {
            property,
            errorMessage: `A metric keeps its ${property}, by which experiments refer to it. Create another one`,
          },
        ],
  );
  if (stored.isReadOnly && sent.isReadOnly !== false)
    return [{ property: "isReadOnly", errorMessage: "The metric is read-only. Send false to change it" }];
  // A metric of a type that only imports create may still get other texts.
  return definesAnew(sent)
    ? [...kept, ...definitionProblems(withGiven(stored, sent, definitionFields))]
    : kept;
}
