// Takes the steps of ramp plans when they are due, and stops a plan whose guardrail is clearly worse. All state is
// stored with the experiments, so plans continue after a restart; of several processes, the first one that writes a
// version takes the step.
import type { Logger } from "pino";
import type { GuardrailResult } from "#contract/experiment-overview.ts";
import { dueRampStep, nextRampStep, rampStepWords, type RampPlan } from "#contract/experiment-ramp.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readEntity, writeEntity } from "#service/database/entities.ts";
import { authorFields } from "#service/http/author-fields.ts";
import { resultOf } from "#statistics/result-meaning.ts";
import { experimentEntities, type StoredExperiment } from "./answered-experiment.ts";
import type { Results, Subject } from "./experiment-results.ts";
import { shareProblems, withShare } from "./layer-share.ts";
import { worstGuardrail } from "./lead-result.ts";

/** Author of the changes that a plan makes. */
export const rampAuthor = "Ramp plan";

/** Interval between two checks for due steps, ms. */
export const checkInterval = 3000;

/** Interval between two checks of the guardrails while no step is due, ms. */
const guardEvery = 5 * 60_000;

// Choice: a guardrail can stop a ramp once both groups have 100 units, judged by its sequential interval whatever method the experiment uses.
const fewestUnits = 100;

/** Returns the guardrail that is clearly worse, by intervals that stay valid under repeated looks. */
export function harmedGuardrail(subject: Subject, found: Results): GuardrailResult | undefined {
  const experiment = { ...subject.experiment, sequentialTesting: true, duration: null };
  const worst = worstGuardrail({ ...subject, experiment }, found, fewestUnits);
  return worst && resultOf(worst) === "worse" ? worst : undefined;
}

const signed = (change: number) =>
  `${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en", { maximumSignificantDigits: 3 })}`;

/** Describes the change and its interval, in percent if possible. */
export function harmInWords(harm: GuardrailResult): string {
  const { percentChange, absoluteChange = 0 } = harm;
  const isPercent = percentChange !== undefined;
  const change = percentChange ?? absoluteChange;
  const margin =
    (isPercent
      ? harm.percentSequentialTestingConfidenceIntervalDelta
      : harm.sequentialTestingConfidenceIntervalDelta) ?? 0;
  const unit = isPercent ? " %" : "";
  const interval = `${signed(change - margin)}${unit} to ${signed(change + margin)}${unit}`;
  return `The guardrail ${harm.metricName} is clearly worse in ${harm.test}: ${signed(change)}${unit} (${interval}, sequential)`;
}

interface RampPlans {
  readonly database: Database;
  readonly log: Pick<Logger, "warn">;
  readonly now: () => number;
  /** Returns the gates that an experiment refers to. */
  readonly references: (experiment: StoredExperiment) => readonly string[];
  /** Returns the guardrail that is clearly worse, if any. */
  readonly harmed: (id: string) => Promise<GuardrailResult | undefined>;
}

const { parse } = experimentEntities;

/** The next version of an experiment, and the reason for the change. */
interface Next {
  experiment: StoredExperiment;
  reason: string;
}

export function rampPlans({ database, log, now, references, harmed }: RampPlans) {
  const guarded = new Map<string, number>();
  let isLooking = false;

  /** Writes the next version, unless another one was written since the experiment was read. */
  const change = (read: StoredExperiment, next: (reader: Reader) => Promise<Next> | Next) =>
    database.transaction(async (transaction) => {
      const stored = await readEntity(transaction, "experiment", read.id, parse);
      if (!stored || stored.version !== read.version) return;
      const time = now();
      const { experiment, reason } = await next(transaction);
      const document = {
        ...experiment,
        version: stored.version + 1,
        ...authorFields({ now: time, key: { name: rampAuthor, rights: "write" } }, reason),
      };
      await writeEntity(transaction, "experiment", { document, references: references(document) }, time);
    });

  const stopped = (experiment: StoredExperiment, rampPlan: RampPlan, stopReason: string): Next => ({
    experiment: {
      ...experiment,
      rampPlan: { ...rampPlan, isStopped: true, stopTime: now(), stoppedBy: rampAuthor, stopReason },
    },
    reason: `Stopped. ${stopReason}`,
  });

  async function lookAt(experiment: StoredExperiment) {
    const { id, rampPlan } = experiment;
    if (!rampPlan || rampPlan.isStopped || !nextRampStep(experiment)) return;
    if (typeof experiment.startTime !== "number" || experiment.startTime > now()) return;
    if (typeof experiment.endTime === "number" && experiment.endTime <= now()) return;
    const due = dueRampStep(experiment, now());
    const isGuardDue = now() >= (guarded.get(id) ?? -Infinity) + guardEvery;
    if (rampPlan.stopsAtGuardrail && (due || isGuardDue)) {
      guarded.set(id, now());
      const harm = await harmed(id);
      if (harm) return change(experiment, () => stopped(experiment, rampPlan, harmInWords(harm)));
    }
    if (!due) return;
    const stepped = { ...experiment, allocation: due.allocation };
    await change(experiment, async (reader) => {
      const [problem] = await shareProblems(reader, experiment, stepped);
      return problem
        ? stopped(experiment, rampPlan, problem.errorMessage)
        : {
            experiment: await withShare(reader, experiment, stepped),
            reason: rampStepWords(experiment, due),
          };
    });
  }

  /** Checks every plan once. A failing plan does not affect the others and is checked again next time. */
  return async function look() {
    if (isLooking) return;
    isLooking = true;
    try {
      const rows = await database.query<{ document: unknown }>(
        "select document from experiment where status = 'active' and (document->>'rampPlan') is not null",
      );
      for (const { document } of rows) {
        const experiment = parse(document);
        await lookAt(experiment).catch((error: unknown) =>
          log.warn({
            message: "A step of a ramp plan could not be looked at",
            experimentID: experiment.id,
            error: String(error),
          }),
        );
      }
    } finally {
      isLooking = false;
    }
  };
}
