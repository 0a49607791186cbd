// Two writers of one experiment, alternating and concurrently over the API: in any order, no change is lost and every
// state follows from the previous one.
import fc from "fast-check";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { actionRefusal, type ExperimentAction } from "#contract/experiment-states.ts";
import { Experiment } from "#contract/experiment.ts";
import { checkIfMatch, entityTag, HttpError } from "#service/http/errors.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import type { StoredExperiment } from "./answered-experiment.ts";
import { blankExperiment, patchedExperiment } from "./changed-experiment.ts";
import {
  abandonedExperiment,
  archivedExperiment,
  decidedExperiment,
  resetExperiment,
  startedExperiment,
  unarchivedExperiment,
} from "./experiment-transitions.ts";

type Step = Exclude<ExperimentAction, "delete"> | "tag";

const successors: Readonly<Record<string, readonly string[]>> = {
  setup: ["active", "archived"],
  active: ["decision_made", "abandoned", "setup"],
  decision_made: ["setup", "archived"],
  abandoned: ["setup", "archived"],
  archived: ["setup", "decision_made", "abandoned"],
};

/** `read` is the version that the writer knows; the writer sends a complete list of tags. */
function written(
  step: Step,
  [stored, read]: readonly [StoredExperiment, StoredExperiment],
  tag: string,
  now: number,
): StoredExperiment {
  const author = { now, key: { name: tag, rights: "write" } } as const;
  const refusal = actionRefusal(step === "tag" ? "unarchive" : step, stored, now);
  if (refusal) throw new HttpError(400, refusal);
  const [group] = stored.groups;
  if (!group) throw new Error("It has no groups");
  switch (step) {
    case "tag":
      return patchedExperiment(stored, { tags: [...(read.tags ?? []), tag] }, author);
    case "start":
      return startedExperiment(stored, {}, author);
    case "decide":
      return decidedExperiment(
        stored,
        group,
        { id: group.id, decisionReason: tag, removeTargeting: true },
        author,
      );
    case "abandon":
      return abandonedExperiment(stored, { decisionReason: tag }, author);
    case "reset":
      return resetExperiment(stored, tag, author);
    case "archive":
      return archivedExperiment(stored, tag, author);
    default:
      return unarchivedExperiment(stored, tag, author);
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
          // Like the service: compares the current version first, then changes it.
          checkIfMatch(entityTag(writer.read.version), stored.version, stored);
          const next = written(step, [stored, writer.read], tag, now);
          writer.left.shift();
          if (next === stored) continue;
          accepted += 1;
          if (step === "tag") tags.push(tag);
          stored = next;
          history.push(stored);
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          if (error.status === 412) stale += 1;
          else writer.left.shift();
        }
        // A writer that wrote or was rejected reads again; the other one continues with the version it knows.
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

/** Number of interleavings over the API; INTERLEAVINGS=1000 runs as many as the test without it. */
const overHttp = Number(process.env["INTERLEAVINGS"] ?? 60);
const pairsAtOnce = 10;

const requestOf: Readonly<Record<Exclude<Step, "tag">, readonly [path: string, body?: object]>> = {
  start: ["/start"],
  decide: ["/make_decision", { id: "Test", decisionReason: "Better", removeTargeting: true }],
  abandon: ["/abandon", { decisionReason: "Worse" }],
  reset: ["/reset"],
  archive: ["/archive"],
  unarchive: ["/unarchive"],
};

test(
  `${overHttp} interleavings of two writers who ask the service at once lose no change and reach no state that the rules forbid`,
  // On PostgreSQL, while other tests run, one interleaving takes a second.
  { timeout: 30_000 + overHttp * 1500 },
  async () => {
    let now = testNow;
    const service = await testApp({ now: () => (now += 1) });
    const orders = { name: "Orders", type: "event_count_custom" };
    const metricEvents = [{ name: "order", type: "count" }];
    await service.request("POST", "/console/v1/metrics", { body: { ...orders, metricEvents } });
    let [stale, accepted] = [0, 0];

    async function write(id: string, name: string, steps: readonly Step[]) {
      const path = `/console/v1/experiments/${id}`;
      const [tags, versions]: [string[], number[]] = [[], []];
      for (const [place, step] of steps.entries())
        for (;;) {
          const read = Experiment.parse((await service.request("GET", path)).body.data);
          const headers = { "If-Match": entityTag(read.version ?? 0) };
          const tag = `${name} ${place}`;
          const [action, body] =
            step === "tag" ? ["", { tags: [...(read.tags ?? []), tag] }] : requestOf[step];
          const method = step === "tag" ? "PATCH" : "PUT";
          const answer = await service.request(method, path + action, { body, headers });
          if (answer.status === 412) {
            stale += 1;
            continue;
          }
          if (answer.status === 200) {
            if (step === "tag") tags.push(tag);
            versions.push(Experiment.parse(answer.body.data).version ?? 0);
          } else expect([step, answer.status]).toEqual([step, 400]);
          break;
        }
      return { tags, versions };
    }

    async function interleave(id: string, [first, second]: readonly [readonly Step[], readonly Step[]]) {
      await service.request("POST", "/console/v1/experiments", { body: { id, primaryMetrics: [orders] } });
      const written = await Promise.all([write(id, "one", first), write(id, "other", second)]);
      const { data } = (await service.request("GET", `/console/v1/experiments/${id}/versions?limit=100`))
        .body;
      const history = z.array(Experiment).parse(data).reverse();
      const stored = history.at(-1);
      expect(new Set(stored?.tags)).toEqual(new Set(written.flatMap(({ tags }) => tags)));
      expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
      // Every successful answer is a stored version; archiving twice stores none.
      const answered = new Set(written.flatMap(({ versions }) => versions));
      for (const version of answered) expect(version).toBeLessThanOrEqual(history.length);
      for (const { version = 0 } of history.slice(1)) expect(answered).toContain(version);
      for (const [index, { status }] of history.slice(1).entries()) {
        const before = history[index]?.status ?? "";
        expect(status === before || successors[before]?.includes(status)).toBe(true);
      }
      accepted += history.length - 1;
    }

    const pairs = fc.sample(fc.tuple(steps, steps), { numRuns: overHttp, seed: 15 });
    const limit = pLimit(pairsAtOnce);
    await Promise.all(pairs.map((pair, index) => limit(() => interleave(`pair_${index}`, pair))));
    await service.close();
    expect(stale).toBeGreaterThan(overHttp);
    expect(accepted).toBeGreaterThan(overHttp);
  },
);
