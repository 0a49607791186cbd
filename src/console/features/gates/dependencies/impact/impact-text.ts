// What a change in flight does to experiments, in sentences that a product manager can read out.
import { consequences } from "#targeting/dependencies/consequence.ts";
import { consequenceText, plural } from "#console/features/gates/dependencies/model/node-text.ts";
import { percentText } from "#console/rules/fields/percent.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import type { PercentMove, Effect } from "./change-of-gate.ts";
import type { Impact, AffectedExperiment } from "./impact.ts";

const day = 24 * 60 * 60 * 1000;

/** "One-page checkout is running on this gate", or on one that depends on it. */
export function runningTitle(running: readonly AffectedExperiment[]): string {
  const [first, ...more] = running;
  if (!first) return "";
  const { node, path } = first;
  if (more.length === 0 && path.length === 2) return `${node.name} is running on this gate`;
  if (more.length === 0)
    return `${node.name} is running on ${path.at(-2)?.node.name ?? "a gate"}, which depends on this gate`;
  return `${running.length} running experiments depend on this gate`;
}

const moveText = ({ ruleNumber, was, now }: PercentMove) =>
  `At ${percentText(now)} instead of ${percentText(was)}, ${percentText(Math.abs(now - was))} of the users who fit rule ${ruleNumber} ${now > was ? "come in" : "drop out"}.`;

const results: Readonly<Record<Effect, string>> = {
  lose: "Who drops out still counts but no longer gets what is tested, which hides the effect.",
  gain: "Who comes in now has had less time in it than the others.",
};

/** What the change does to the results, each a sentence. */
export function resultSentences({ change, running }: Impact): string[] {
  const effects = new Set(running.flatMap((each) => [...each.effects]));
  const several = running.length > 1;
  return [
    ...(change.percent ? [moveText(change.percent)] : []),
    `Who takes part changes while ${several ? "they run" : "it runs"}, so results from before and after can no longer be read as one test.`,
    ...(["lose", "gain"] as const).flatMap((side) => (effects.has(side) ? [results[side]] : [])),
  ];
}

/** "It ends on 30 Nov 2026."; nothing where no end is set. */
export function endText({ experiment }: AffectedExperiment, now: number): string | undefined {
  const { startTime, endTime, duration } = experiment ?? {};
  const planned = startTime && duration ? startTime + duration * day : undefined;
  const end = endTime ?? planned;
  return end && end > now ? `It ends on ${formatDate(end)}.` : undefined;
}

/** "1 running experiment, 4 live gates and 1 live config". */
export function countText({ affected }: Impact): string {
  const parts = consequences.flatMap((consequence) => {
    const total = affected.filter(({ node }) => node.consequence === consequence).length;
    const { one, many } = consequenceText[consequence];
    return total > 0 ? [plural(total, one, many)] : [];
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
}
