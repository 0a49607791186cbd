// A stored metric, and its conversion to the API, with every field that the API description shows (API 2.12).
import { z } from "zod/mini";
import { Metric } from "#contract/metric.ts";
import { parsedOnce } from "#service/database/entities.ts";
import { emptyEntity, permalinkOf, withEveryField } from "#service/http/answered-entity.ts";
import type { RequestContext } from "#service/http/handler.ts";

const StoredMetric = z.extend(Metric, { version: z._default(z.number(), 1) });
export type StoredMetric = z.output<typeof StoredMetric>;

export const parseMetric = parsedOnce((document): StoredMetric => StoredMetric.parse(document));

const { idType: _idType, holdoutIDs: _holdoutIDs, ...authored } = emptyEntity;
const emptyMetric = {
  ...authored,
  isPermanent: false,
  isReadOnly: false,
  isHidden: false,
  isVerified: false,
  owner: null,
  lineage: { events: [], metrics: [] },
  team: null,
};
const emptyFunnel = { funnelCountDistinct: "users", funnelEventList: [] };

export const answeredMetric =
  (context: RequestContext) =>
  (metric: Metric): Metric =>
    withEveryField<Metric>(
      { ...metric, permalink: permalinkOf(context, "metrics", metric.id) },
      metric.type === "funnel" ? { ...emptyMetric, ...emptyFunnel } : emptyMetric,
    );
