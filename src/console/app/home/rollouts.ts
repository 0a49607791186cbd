// Gates in rollout: some production rule passes a part of its users. Pure.
import type { ResponseOf } from "#console/foundation/api/call.ts";
import type { Gate } from "#contract/gate.ts";
import { gateState } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";

export interface Rollout {
  id: string;
  name: string;
  /** Pass percentage of the rule in rollout: the highest that is below 100. */
  percent: number;
  /** Start of the rollout in ms; undefined if unknown. */
  since: number | undefined;
}

/** A percentage, valid from its start until the next step. */
export interface RolloutStep {
  percent: number;
  /** ms; undefined if it started before the changes that were read. */
  since: number | undefined;
}

const inProduction = ({ environments }: Rule) =>
  environments == null || environments.some((name) => name.toLowerCase() === "production");
const isPartial = ({ passPercentage }: Rule) => passPercentage > 0 && passPercentage < 100;

const partsOf = ({ rules }: Gate) =>
  rules.filter((rule) => inProduction(rule) && isPartial(rule)).map(({ passPercentage }) => passPercentage);

export const rolloutsOf = (gates: readonly Gate[]): Rollout[] =>
  gates.flatMap((gate) => {
    const partial = partsOf(gate);
    const { id, name, lastModifiedTime } = gate;
    return partial.length
      ? [{ id, name, percent: Math.max(...partial), since: lastModifiedTime ?? undefined }]
      : [];
  });

/** Percentage of a gate version: 0 while it was off, 100 if no rule passed a part and one passed everybody. */
function percentOf(gate: Gate): number {
  const state = gateState(gate);
  if (state === "Launched") return 100;
  if (state !== "In Progress") return 0;
  const isWhole = gate.rules.some((rule) => inProduction(rule) && rule.passPercentage === 100);
  return Math.max(isWhole && partsOf(gate).length === 0 ? 100 : 0, ...partsOf(gate));
}

type Changes = ResponseOf<"listChanges">["data"];

/** Returns the percentages of a rollout, oldest first; changes that are not on record are left out. */
export function rolloutSteps({ id, percent, since }: Rollout, changes: Changes): RolloutStep[] {
  const own = changes
    .flatMap((change) => (change.kind === "gate" && change.id === id ? [change] : []))
    .toSorted((one, other) => one.time - other.time);
  const [first] = own;
  if (!first) return [{ percent, since }];
  const start: RolloutStep[] = first.before ? [{ percent: percentOf(first.before), since: undefined }] : [];
  const known = [
    ...start,
    ...own.flatMap(({ after, time }) => (after ? [{ percent: percentOf(after), since: time }] : [])),
  ];
  const steps = known.filter((step, index) => step.percent !== known[index - 1]?.percent);
  return steps.at(-1)?.percent === percent ? steps : [{ percent, since }];
}
