// Merges the events, exposures and newest checks of one unit, newest first (API 2.19).
import { z } from "zod/mini";
import type { TimelineItem, UnitTimeline } from "#contract/event-answers.ts";
import { eventFilterOf, printCursor, type EventUnit, type UnitTimelineQuery } from "#contract/event-query.ts";
import type { EventRecord } from "#contract/event.ts";
import { namedRules, RulesAndGroups } from "#service/database/named-rules.ts";
import type { Reader, Row } from "#service/database/database.ts";
import { ofNumbers } from "#service/database/event-pages.ts";
import type { EntityKind } from "#service/database/entities.ts";
import { binding, type Bind } from "./event-condition.ts";
import { sequenceNumbersOfPage, recordColumns } from "./event-list.ts";

type Asked = z.output<typeof UnitTimelineQuery>;

interface StoredExposure extends Row {
  experiment: string;
  group: string;
  time: number;
  properties: Record<string, unknown> | null;
  /** Null unless the exposure is a recent check. */
  environment: string | null;
  reason: string | null;
}

interface StoredCheck extends Row {
  kind: "gate" | "config";
  id: string;
  time: number;
  rule: string;
  outcome: string;
  reason: string;
  environment: string;
  library: string;
  version: string;
}

type Stored =
  | { readonly kind: "event"; readonly time: number; readonly event: EventRecord }
  | { readonly kind: "exposure"; readonly time: number; readonly exposure: StoredExposure }
  | { readonly kind: "check"; readonly time: number; readonly check: StoredCheck };

const Named = z.object({ name: z.string() });

interface Times {
  from?: number | undefined;
  to?: number | undefined;
  /** Time of the last item of the previous page. */
  until?: number | undefined;
}

const within = ({ from, to, until }: Times, bind: Bind) =>
  [
    ...(from === undefined ? [] : [`and time >= ${bind(from)}`]),
    ...(to === undefined ? [] : [`and time < ${bind(to)}`]),
    ...(until === undefined ? [] : [`and time <= ${bind(until)}`]),
  ].join(" ");

async function eventsOf(reader: Reader, query: Asked, now: number, until: number | undefined, many: number) {
  const filter = eventFilterOf({ ...query, unit: [query.unit] }, now);
  // With the highest number, the events of the cursor's time are read again, as are the other items of that time.
  const after = until === undefined ? undefined : { time: until, number: Number.MAX_SAFE_INTEGER };
  const numbers = await sequenceNumbersOfPage(reader, filter, { limit: many, after });
  if (numbers.length === 0) return [];
  const rows = await reader.query<EventRecord & { seq: number }>(ofNumbers(`${recordColumns}, seq`, numbers));
  return rows.map(({ seq: _seq, ...event }): Stored => ({
    kind: "event",
    time: Number(event.timestamp),
    event,
  }));
}

async function exposuresOf(reader: Reader, { id }: EventUnit, times: Times, many: number) {
  const { values, bind } = binding();
  const rows = await reader.query<StoredExposure>(
    `select experiment_id as experiment, group_id as "group", time, properties, environment, reason from exposure
     left join (
       select entity_id, time as check_time, max(environment) as environment, max(reason) as reason from recent_check
       where kind = 'config' and unit_id = ${bind(id)} group by entity_id, time
     ) as checked on entity_id = experiment_id and check_time = time
     where unit_id = ${bind(id)} ${within(times, bind)} order by time desc, experiment_id, group_id limit ${many}`,
    values,
  );
  return rows.map((exposure): Stored => ({ kind: "exposure", time: exposure.time, exposure }));
}

/** A check that is also an exposure of an experiment is listed only as the exposure. */
async function checksOf(reader: Reader, { id }: EventUnit, times: Times, many: number) {
  const { values, bind } = binding();
  const rows = await reader.query<StoredCheck>(
    `select kind, entity_id as id, time, rule_id as rule, outcome, reason, environment, library, version
     from recent_check where unit_id = ${bind(id)} ${within(times, bind)}
       and (kind = 'gate' or (entity_id, time) not in (select experiment_id, time from exposure where unit_id = ${bind(id)}))
     order by time desc, number desc limit ${many}`,
    values,
  );
  return rows.map((check): Stored => ({ kind: "check", time: check.time, check }));
}

/** Reads documents of entities by id. */
async function documents(reader: Reader, kind: EntityKind, ids: readonly string[]) {
  const rows = ids.length
    ? await reader.query<{ id: string; document: unknown }>(
        `select id, document from ${kind} where id = any($1)`,
        [[...new Set(ids)]],
      )
    : [];
  return new Map(rows.map(({ id, document }) => [id, document]));
}

const nameIn = (document: unknown, id: string) => (document ? Named.parse(document).name : id);

/** Adds the names of the entities to the items. */
async function named(reader: Reader, items: readonly Stored[]): Promise<TimelineItem[]> {
  const exposed = items.flatMap((item) => (item.kind === "exposure" ? [item.exposure.experiment] : []));
  const checks = items.flatMap((item) => (item.kind === "check" ? [item.check] : []));
  const idsOf = (kind: StoredCheck["kind"]) => checks.filter((one) => one.kind === kind).map(({ id }) => id);
  const [gates, configs, experiments] = [
    await documents(reader, "gate", idsOf("gate")),
    await documents(reader, "dynamic_config", idsOf("config")),
    await documents(reader, "experiment", [...exposed, ...idsOf("config")]),
  ];
  const kindOf = ({ kind, id }: StoredCheck): EntityKind =>
    kind === "gate" ? "gate" : configs.has(id) || !experiments.has(id) ? "dynamic_config" : "experiment";
  const stores = { gate: gates, dynamic_config: configs, experiment: experiments };
  const rulesOf = new Map<string, Awaited<ReturnType<typeof namedRules>>>();
  for (const check of checks) {
    const kind = kindOf(check);
    const key = `${kind} ${check.id}`;
    if (rulesOf.has(key)) continue;
    const document = RulesAndGroups.parse(stores[kind].get(check.id) ?? {});
    const logged = checks.filter((one) => one.id === check.id && kindOf(one) === kind);
    const rules = [...new Set(logged.map(({ rule }) => rule))];
    rulesOf.set(key, await namedRules(reader, kind, check.id, document, rules));
  }
  return items.map((item): TimelineItem => {
    if (item.kind === "event") return item;
    if (item.kind === "exposure") {
      const { experiment, group, properties, environment, reason } = item.exposure;
      const document = experiments.get(experiment);
      const { groups } = RulesAndGroups.parse(document ?? {});
      const groupName = groups.find(({ id }) => id === group)?.name ?? group;
      const name = nameIn(document, experiment);
      const exposure = {
        experiment,
        name,
        groupID: group,
        groupName,
        ...(environment && { environment }),
        ...(reason && { reason }),
        properties: properties ?? {},
      };
      return { kind: item.kind, time: item.time, exposure };
    }
    const { id, rule, time, ...check } = item.check;
    const kind = kindOf(item.check);
    const { ruleID, name: ruleName } = rulesOf.get(`${kind} ${id}`)?.(rule) ?? { ruleID: rule, name: null };
    const name = nameIn(stores[kind].get(id), id);
    return { kind: item.kind, time, check: { ...check, kind, id, name, ruleID, ruleName } };
  });
}

/** Choice: `name`, `source` and `where` of a timeline select events, and leave exposures and checks out. */
const isOfEvents = ({ name, source, where }: Asked) => [name, source, where].some((one) => one !== undefined);

/** Returns a page of the timeline, and the cursor of the next page, null on the last one. The `number` of a cursor is the number
 *  of items of its time on earlier pages. */
export async function unitTimeline(reader: Reader, query: Asked, now: number): Promise<UnitTimeline> {
  const { unit, kind, limit, cursor } = query;
  const until = cursor?.time;
  // Items of the cursor's time are read again, and those of earlier pages are dropped.
  const many = limit + (cursor?.number ?? 0) + 1;
  const { from, to } = eventFilterOf({ from: query.from, to: query.to }, now);
  const times = { from, to, until };
  const reads = (one: Stored["kind"]) =>
    (kind === undefined || kind === one) && (one === "event" || !isOfEvents(query));
  const found = [
    ...(reads("check") ? await checksOf(reader, unit, times, many) : []),
    ...(reads("exposure") ? await exposuresOf(reader, unit, times, many) : []),
    ...(reads("event") ? await eventsOf(reader, query, now, until, many) : []),
  ].sort((one, other) => other.time - one.time);
  const rest = found.slice(cursor?.number ?? 0);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  const ofLast = last ? items.filter(({ time }) => time === last.time).length : 0;
  const isNext = last && rest.length > limit;
  return {
    items: await named(reader, items),
    cursor: isNext
      ? printCursor({
          time: last.time,
          number: ofLast + (last.time === until ? (cursor?.number ?? 0) : 0),
          before: (cursor?.before ?? 0) + items.length,
        })
      : null,
  };
}
