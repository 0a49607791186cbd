// Answers how often apps have checked a gate, a config or an experiment (API 2.13).
import type { Checks, CheckTally } from "#contract/checks.ts";
import { hour, hourOf } from "#service/database/check-counts.ts";
import type { Database } from "#service/database/database.ts";
import type { EntityKind } from "#service/database/entities.ts";
import {
  hasChecks,
  readCheckClients,
  readCheckCounts,
  readRecentChecks,
  type CountedChecks,
} from "#service/database/read-checks.ts";
import { findEntity } from "#service/http/entity-reads.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";
import { namedRules, RulesAndGroups } from "#service/database/named-rules.ts";

const nouns = { gate: "Gate", dynamic_config: "Dynamic config", experiment: "Experiment" } as const;
const fields = { pass: "passed", fail: "failed", none: "unanswered" } as const;

/** Totals by rule, the most frequent rule first. */
function talliesOf(counts: readonly CountedChecks[], ruleIDOf: (rule: string) => string): CheckTally[] {
  const tallies = new Map<string, CheckTally & { total: number }>();
  for (const { rule, outcome, checks } of counts) {
    const ruleID = ruleIDOf(rule);
    const tally = tallies.get(ruleID) ?? { ruleID, passed: 0, failed: 0, unanswered: 0, total: 0 };
    tally[fields[outcome]] += checks;
    tally.total += checks;
    tallies.set(ruleID, tally);
  }
  return [...tallies.values()]
    .sort((left, right) => right.total - left.total || (left.ruleID < right.ruleID ? -1 : 1))
    .map(({ ruleID, passed, failed, unanswered }) => ({ ruleID, passed, failed, unanswered }));
}

interface Asked {
  params: { id: string };
  query: { hours: number; environment?: string | undefined };
}

export function checkHandlers(database: Database) {
  const read =
    (kind: EntityKind) =>
    async ({ params: { id }, query: { hours, environment } }: Asked, { now }: RequestContext) => {
      const reader = await database.upToDate();
      const parse = (document: unknown) => RulesAndGroups.parse(document);
      const entity = await findEntity(reader, { kind, noun: nouns[kind], parse }, id);
      const asked = { kind: kind === "gate" ? ("gate" as const) : ("config" as const), id };
      const from = hourOf(now) - (hours - 1) * hour;
      const [counts, clients, newest, isCounted] = await Promise.all([
        readCheckCounts(reader, asked, from, environment),
        readCheckClients(reader, asked, from),
        readRecentChecks(reader, asked),
        hasChecks(reader),
      ]);
      const logged = [...new Set([...counts, ...newest].map(({ rule }) => rule))];
      const named = await namedRules(reader, kind, id, entity, logged);
      const ruleIDOf = (rule: string) => named(rule).ruleID;
      const hoursCounted = [...new Set(counts.map((count) => count.hour))];
      const data: Checks = {
        from,
        to: now,
        isCounted,
        rules: talliesOf(counts, ruleIDOf).map((tally) => ({ ...named(tally.ruleID), ...tally })),
        hours: hoursCounted.map((begins) => {
          const of = counts.filter((count) => count.hour === begins);
          return { hour: begins, rules: talliesOf(of, ruleIDOf) };
        }),
        clients: clients.map(({ last, ...client }) => ({ ...client, lastTime: last })),
        newest: newest.map(({ unit, rule, ...check }) => {
          const { ruleID, name } = named(rule);
          return { ...check, unitID: unit, ruleID, ruleName: name };
        }),
      };
      return { data };
    };
  return {
    readGateChecks: read("gate"),
    readDynamicConfigChecks: read("dynamic_config"),
    readExperimentChecks: read("experiment"),
  } satisfies Partial<Handlers>;
}
