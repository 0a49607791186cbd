import { expect, test } from "vitest";
import { runningComputations, type Running } from "./running-computations.ts";

const stays = new AbortController().signal;

/** Work that ends when the test says so, with a record of the arguments it was given. */
function work() {
  const begun: Running[] = [];
  const ends: ((result: string) => void)[] = [];
  return {
    begun,
    /** Waits until the given number of computations have started. */
    until: (count: number) => expect.poll(() => begun.length).toBe(count),
    end: (result: string) => ends.forEach((end) => end(result)),
    run: (running: Running) => {
      begun.push(running);
      return new Promise<string>((resolve, reject) => {
        ends.push(resolve);
        running.signal.addEventListener("abort", () => reject(new Error("stopped")));
      });
    },
  };
}

test("Two readers of the same key get the result of one computation", async () => {
  const computations = runningComputations<string>();
  const { begun, until, end, run } = work();
  const both = [computations.join("form", "k", stays, run), computations.join("form", "k", stays, run)];
  await until(1);
  end("done");
  expect(await Promise.all(both)).toEqual(["done", "done"]);
  expect(begun).toHaveLength(1);
});

test("A reader that leaves is let go; the computation ends with the last one, and the next reader starts anew", async () => {
  const computations = runningComputations<string>();
  const { begun, until, end, run } = work();
  const readers = [new AbortController(), new AbortController()];
  const results = readers.map(({ signal }) => computations.join("form", "k", signal, run));
  await until(1);
  readers[0]?.abort();
  await expect(results[0]).rejects.toMatchObject({ status: 499 });
  expect(begun[0]?.signal.aborted).toBe(false);
  readers[1]?.abort();
  await expect(results[1]).rejects.toMatchObject({ status: 499 });
  expect(begun[0]?.signal.aborted).toBe(true);
  expect(computations.progress("form")).toBeUndefined();
  const next = computations.join("form", "k", stays, run);
  await until(2);
  end("done");
  expect(await next).toBe("done");
  expect(begun).toHaveLength(2);
});

test("A failed computation fails all of its readers, and the next reader starts anew", async () => {
  const computations = runningComputations<string>();
  const fail = () => Promise.reject(new Error("no disk"));
  const both = [computations.join("form", "k", stays, fail), computations.join("form", "k", stays, fail)];
  for (const result of both) await expect(result).rejects.toThrow("no disk");
  expect(await computations.join("form", "k", stays, async () => "done")).toBe("done");
});

test("More than two wait for their turn and say so; one that is left while it waits never begins", async () => {
  const computations = runningComputations<string>(2);
  const { begun, until, end, run } = work();
  const running = ["a", "b"].map((id) => computations.join(id, id, stays, run));
  const leaving = new AbortController();
  const left = computations.join("c", "c", leaving.signal, run);
  const waiting = computations.join("d", "d", stays, run);
  await until(2);
  begun[0]?.report(() => ({ share: 0.5, stage: "Reading events" }));
  expect(computations.progress("a")).toEqual({ share: 0.5, stage: "Reading events" });
  expect(computations.progress("d")).toEqual({ share: 0, stage: "Waiting for other results" });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ status: 499 });
  end("done");
  await Promise.all(running);
  await until(3);
  end("later");
  expect(await waiting).toBe("later");
});
