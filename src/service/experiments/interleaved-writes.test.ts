// Two writers of one experiment who read and write in turns: whatever the order, no change is lost and every state follows from the one before.
import fc from "fast-check";
import { expect, test } from "vitest";
import { actionRefusal, type ExperimentAction } from "#contract/experiment-states.ts";
import { checkIfMatch, entityTag, Refusal } from "#service/http/errors.ts";
import type { StoredExperiment } from "./answered-experiment.ts";
import {
  abandonedExperiment,
  archivedExperiment,
  blankExperiment,
  decidedExperiment,
  patchedExperiment,
  resetExperiment,
  startedExperiment,
  unarchivedExperiment,
} from "./changed-experiment.ts";

type Step = Exclude<ExperimentAction, "delete"> | "tag";

const successors: Readonly<Record<string, readonly string[]>> = {
  setup: ["active", "archived"],
  active: ["decision_made", "abandoned", "setup"],
  decision_made: ["setup", "archived"],
  abandoned: ["setup", "archived"],
  archived: ["setup", "decision_made", "abandoned"],
};

/** `read` is what the writer knows, who sends a whole list of tags. */
function written(
  step: Step,
  [stored, read]: readonly [StoredExperiment, StoredExperiment],
  tag: string,
  now: number,
): StoredExperiment {
  const signer = { now, key: { name: tag, rights: "write" } } as const;
  const refusal = actionRefusal(step === "tag" ? "unarchive" : step, stored, now);
  if (refusal) throw new Refusal(400, refusal);
  const [group] = stored.groups;
  if (!group) throw new Error("It has no groups");
  switch (step) {
    case "tag":
      return patchedExperiment(stored, { tags: [...(read.tags ?? []), tag] }, signer);
    case "start":
      return startedExperiment(stored, {}, signer);
    case "decide":
      return decidedExperiment(
        stored,
        group,
        { id: group.id, decisionReason: tag, removeTargeting: true },
        signer,
      );
    case "abandon":
      return abandonedExperiment(stored, { decisionReason: tag }, signer);
    case "reset":
      return resetExperiment(stored, tag, signer);
    case "archive":
      return archivedExperiment(stored, tag, signer);
    default:
      return unarchivedExperiment(stored, tag, signer);
  }
}

const steps = fc.array(
  fc.constantFrom<Step>("tag", "tag", "start", "decide", "abandon", "reset", "archive", "unarchive"),
  { minLength: 2, maxLength: 6 },
);

test("1,000 interleavings of two writers lose no change and reach no state that the rules forbid", () => {
  let [stale, accepted] = [0, 0];
  fc.assert(
    fc.property(steps, steps, fc.infiniteStream(fc.boolean()), (first, second, turns) => {
      let stored = blankExperiment("trial", 1);
      const history = [stored];
      const tags: string[] = [];
      const writers = [first, second].map((all, number) => ({
        name: `w${number}`,
        left: [...all],
        read: stored,
      }));
      let now = 1000;
      while (writers.some(({ left }) => left.length > 0)) {
        const ready = writers.filter(({ left }) => left.length > 0);
        const writer = ready[turns.next().value === true ? ready.length - 1 : 0];
        const step = writer?.left[0];
        if (!writer || !step) break;
        now += 1000;
        const tag = `${writer.name} ${now}`;
        try {
          // As the service: the current version is compared, then changed.
          checkIfMatch(entityTag(writer.read.version), stored.version, stored);
          const next = written(step, [stored, writer.read], tag, now);
          writer.left.shift();
          if (next === stored) continue;
          accepted += 1;
          if (step === "tag") tags.push(tag);
          stored = next;
          history.push(stored);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          if (error.status === 412) stale += 1;
          else writer.left.shift();
        }
        // Whoever wrote, or was refused, reads again, and the other one goes on with what it knows.
        writer.read = stored;
      }
      expect(stored.tags ?? []).toEqual(tags);
      expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
      for (const [index, { status }] of history.slice(1).entries()) {
        const before = history[index]?.status ?? "";
        expect(status === before || successors[before]?.includes(status)).toBe(true);
      }
      const { startTime, launchedGroupID, groups } = stored;
      if (stored.status === "setup") expect([startTime, launchedGroupID ?? null]).toEqual([null, null]);
      if (stored.status === "decision_made") expect(groups.map(({ id }) => id)).toContain(launchedGroupID);
    }),
    { numRuns: 1000, seed: 15 },
  );
  expect(stale).toBeGreaterThan(1000);
  expect(accepted).toBeGreaterThan(1000);
});
