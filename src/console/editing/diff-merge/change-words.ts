// Describes one saved change in words: the fields that changed, their old and new values, and the affected users. Pure.
import type { ResponseOf } from "#console/foundation/api/call.ts";
import type { Changes } from "./changes.ts";
import { configChanges } from "./config-changes.ts";
import { gateChanges } from "./gate-changes.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { isNone } from "#targeting/evaluate/changed-environments.ts";
import { capitalise, plural } from "#console/foundation/ui/wording.ts";
import { changedEnvironmentsText } from "#console/rules/fields/environments.ts";

export type RecentChange = ResponseOf<"listChanges">["data"][number];

interface Line {
  /** The changed field, such as "EU web shoppers, Rollout". */
  what: string;
  /** The old value; empty where it cannot be put into words. */
  before: string;
  after: string;
}

interface ChangeWords {
  lines: Line[];
  /** The affected users, such as "60 % of users where country is DE, in production". */
  audience: string;
  /** The change affects what some users get. */
  isEffective: boolean;
}

const none: ChangeWords = { lines: [], audience: "", isEffective: false };
const nameless = () => undefined;

function wordsOf({ audiences, environments }: Changes): ChangeWords {
  const lines = audiences.flatMap(({ place, changes }) =>
    changes.map(({ what, before, after }) => ({
      what: [place, what === "Rule" && place ? "" : what].filter(Boolean).join(", "),
      before,
      after,
    })),
  );
  const [first, ...others] = audiences;
  const who = others.length === 0 && first?.place ? first.who : "";
  return {
    lines,
    audience: capitalise([who, changedEnvironmentsText(environments)].filter(Boolean).join(", ")),
    isEffective: !isNone(environments),
  };
}

type ExperimentChange = Extract<RecentChange, { kind: "experiment" }>;
type Experiment = NonNullable<ExperimentChange["after"]>;

/** The fields of an experiment's setup that the texts mention, with their values. */
const experimentParts = (experiment: Experiment): readonly [what: string, value: string][] => [
  ["Status", experimentState(experiment.status)],
  ["Name", experiment.name],
  ["Allocation", experiment.allocation == null ? "" : `${experiment.allocation} %`],
  ["Duration", experiment.duration == null ? "" : plural(experiment.duration, "day")],
  ["Targeting gate", experiment.targetingGateID ?? ""],
  ["Groups", experiment.groups.map(({ name, size }) => `${name} ${size} %`).join(", ")],
  ["Hypothesis", experiment.hypothesis ?? ""],
];

function experimentWords(before: Experiment, after: Experiment): ChangeWords {
  const old = new Map(experimentParts(before));
  const lines = experimentParts(after).flatMap(([what, value]) => {
    const was = old.get(what) ?? "";
    return was === value ? [] : [{ what, before: was || "none", after: value || "none" }];
  });
  return { ...none, lines };
}

/** Describes a change; empty where one of the two versions is not available. */
export function changeWords(change: RecentChange): ChangeWords {
  if (!change.before || !change.after) return none;
  if (change.kind === "experiment") return experimentWords(change.before, change.after);
  return change.kind === "gate"
    ? wordsOf(gateChanges(change.before, change.after, nameless))
    : wordsOf(configChanges(change.before, change.after, nameless));
}

/** Summarizes a change in one line: "Rule 1, Shoppers, Rollout 20 % → 60 %, 1 more change". */
export function changeText(change: RecentChange): string {
  if (change.action !== "changed") return change.action;
  if (!change.before || !change.after) return "what changed is not on record";
  const [first, ...others] = changeWords(change).lines;
  if (!first) return "changed";
  const { what, before, after } = first;
  const line = `${what} ${before ? `${before} → ` : ""}${after}`;
  return others.length > 0 ? `${line}, ${plural(others.length, "more change")}` : line;
}
