// Describes the impact of a draft on experiments in sentences for non-technical readers.
import { consequences } from "#targeting/dependencies/consequence.ts";
import type { NodePath } from "#targeting/dependencies/paths.ts";
import { consequenceText } from "#console/features/gates/dependencies/model/node-text.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { andList, percentText, plural } from "#console/foundation/ui/wording.ts";
import type { Effect, GateChange, PercentMove } from "./change-of-gate.ts";
import type { Impact } from "./use-impact.ts";

const day = 24 * 60 * 60 * 1000;

/** Returns "One-page checkout is running on this gate", or a variant for several experiments or an indirect dependency. */
export function runningTitle(running: readonly NodePath[]): string {
  const [first, ...more] = running;
  if (!first) return "";
  if (more.length > 0) return `${running.length} running experiments depend on this gate`;
  const { node, path, edge } = first;
  return path.length === 2
    ? `${node.name} is running on this gate`
    : `${node.name} is running on ${edge.near.name}, which depends on this gate`;
}

const moveText = ({ ruleNumber, was, now }: PercentMove) =>
  `At ${percentText(now)} instead of ${percentText(was)}, ${percentText(Math.abs(now - was))} of the users who fit rule ${ruleNumber} ${now > was ? "come in" : "drop out"}.`;

const results: readonly (readonly [Effect, string])[] = [
  ["lose", "Users who drop out still count but no longer get what is tested, which hides the effect."],
  ["gain", "Users who come in now have had less time in it than the others."],
];

/** Sentences about the consequences for the experiments' results. */
export function resultSentences({ percent }: GateChange, { running, effects }: Impact): string[] {
  return [
    ...(percent ? [moveText(percent)] : []),
    `The participants change while ${running.length > 1 ? "they run" : "it runs"}, so results from before and after can no longer be read as one test.`,
    ...results.flatMap(([effect, sentence]) => (effects.has(effect) ? [sentence] : [])),
  ];
}

/** Returns "It ends on 30 Nov 2026."; undefined if no future end is known. */
export function endText({ node: { startTime, endTime, duration } }: NodePath, now: number) {
  const planned = startTime && duration ? startTime + duration * day : undefined;
  const end = endTime ?? planned;
  return end && end > now ? `It ends on ${formatDate(end)}.` : undefined;
}

/** Counts the affected entities: "1 running experiment, 4 enabled gates and 1 enabled config". */
export const countText = ({ affected }: Impact): string =>
  andList(
    consequences.flatMap((consequence) => {
      const total = affected.filter(({ node }) => node.consequence === consequence).length;
      return total > 0 ? [plural(total, ...consequenceText[consequence])] : [];
    }),
  );
