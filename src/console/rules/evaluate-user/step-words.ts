// Describes in words the steps by which an experiment is evaluated for a user. Pure.
import type { Experiment } from "#contract/experiment.ts";
import type { StepTrace } from "#targeting/experiments/explain-experiment.ts";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

interface Names {
  /** Returns the name of a gate. */
  nameOf: (id: string) => string | undefined;
  idType: string | null | undefined;
  allocation: number;
  status: string;
  isDecided: boolean;
}

const stateWords: Readonly<Record<string, string>> = {
  abandoned: "The experiment was abandoned",
  archived: "The experiment is archived",
  experiment_stopped: "The experiment was stopped: everyone gets the control",
};

export const wordsFor = (experiment: Experiment, nameOf: Names["nameOf"]): Names => ({
  nameOf,
  idType: experiment.idType,
  allocation: experiment.allocation ?? 100,
  status: experiment.status,
  isDecided: Boolean(experiment.launchedGroupID),
});

const stoppedText = (unit: string) => `Assignment has stopped, and ${unit} was not exposed before`;

/** Describes why a step decides, without a final full stop. */
export function reasonOf({ step, place = 0 }: StepTrace, names: Names): string {
  const { holds, group } = step;
  const unit = `this ${names.idType ?? "unit"}`;
  switch (holds.for) {
    case "who meets a rule": {
      if (step.id === "assignmentStopped") return stoppedText(unit);
      const [condition] = holds.rule.conditions;
      const gate = condition?.type === "passes_gate" ? [condition.targetValue].flat()[0] : undefined;
      return gate === undefined
        ? "An override names the user"
        : `An override gives it to everyone who passes ${names.nameOf(String(gate)) ?? String(gate)}`;
    }
    case "requests before":
      return `The experiment starts on ${formatDateTime(holds.time)}`;
    case "buckets from":
      return `Outside the allocation: ${percentText(names.allocation)} take part, and ${unit} stands at ${percentText(place)}`;
    case "buckets below":
      if (names.isDecided)
        return `The experiment is decided, and some are held back: ${unit} stands at ${percentText(place)}`;
      return `Assigned: ${unit} stands at ${percentText(place)} of those who take part, and this group reaches up to ${percentText(holds.bound / 10)}`;
    case "who fails the gate":
      return `Not targeted: the user does not pass ${names.nameOf(holds.gate) ?? holds.gate}`;
    case "who fails inline targeting":
      return "Not targeted: no rule of the experiment takes the user";
    case "who is held out":
      return `Held out by ${names.nameOf(holds.gate) ?? holds.gate.replace(/^holdout:/, "")}`;
    default:
      if (step.id === "assignmentStopped") return stoppedText(unit);
      if (step.id === "prestart") return "The experiment has not started";
      if (step.isAssignment) return "The experiment is decided, and the user is not among those held back";
      if (step.id === "launchedGroup")
        return `The experiment is decided: ${group?.name ?? "a group"} was shipped`;
      return stateWords[names.status] ?? "The experiment is over";
  }
}

/** Describes why a step did not decide. */
export function passedText({ step, place = 0 }: StepTrace, names: Names): string {
  const { holds, group } = step;
  switch (holds.for) {
    case "who meets a rule":
      if (step.id === "assignmentStopped") return "Exposed before the assignment stopped";
      return `No override into ${group?.name ?? "a group"}`;
    case "requests before":
      return "The experiment has started";
    case "buckets from":
      return `Within the allocation: ${percentText(names.allocation)} take part, and this ${names.idType ?? "unit"} stands at ${percentText(place)}`;
    case "buckets below":
      return `Not in ${group?.name ?? "a group"}, which reaches up to ${percentText(holds.bound / 10)}`;
    case "who fails the gate":
      return `Passes ${names.nameOf(holds.gate) ?? holds.gate}`;
    case "who fails inline targeting":
      return "A rule of the experiment takes the user";
    case "who is held out":
      return `Not held out by ${names.nameOf(holds.gate) ?? holds.gate.replace(/^holdout:/, "")}`;
    default:
      return step.id;
  }
}
