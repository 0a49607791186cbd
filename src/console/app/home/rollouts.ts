// Gates that are rolled out: some rule of production passes a part of its users. Pure.
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";

export interface Rollout {
  id: string;
  name: string;
  /** Of the rule that is rolled out, the widest one that passes only a part. */
  percent: number;
  /** Since when, ms; undefined where nobody knows. */
  since: number | undefined;
}

const isPartial = ({ passPercentage, environments }: Rule) =>
  passPercentage > 0 &&
  passPercentage < 100 &&
  (environments == null || environments.some((name) => name.toLowerCase() === "production"));

export const rolloutsOf = (gates: readonly Gate[]): Rollout[] =>
  gates.flatMap(({ id, name, rules, lastModifiedTime }) => {
    const partial = rules.filter(isPartial).map(({ passPercentage }) => passPercentage);
    return partial.length
      ? [{ id, name, percent: Math.max(...partial), since: lastModifiedTime ?? undefined }]
      : [];
  });
