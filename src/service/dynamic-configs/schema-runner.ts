// Runs users' schemas in one worker, one after the other, each with a time limit: a pattern can take for ever.
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { z } from "zod";
import type { SchemaVerdict } from "#contract/json-schema.ts";
import type { Json } from "#contract/json5.ts";
import { code } from "./schema-worker.ts?node-worker";

const limitMs = 1000;

const Problems = z.array(z.object({ path: z.string(), message: z.string() }));
const Verdict = z.object({ schema: Problems, values: z.array(Problems) });

const program = new URL(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
let worker: Promise<Worker> | undefined;
const inTurn = pLimit(1);

const nextMessage = (from: Worker, timeoutMs?: number) =>
  new Promise<unknown>((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer);
      from.off("message", onMessage).off("error", onError).off("exit", onExit);
      how();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message));
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error("The worker ended")));
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => settle(() => resolve(undefined)), timeoutMs);
    from.on("message", onMessage).on("error", onError).on("exit", onExit);
  });

/** A worker that has loaded its program and run it once, so that neither counts against the limit. It does not keep the process alive. */
async function startWorker(): Promise<Worker> {
  const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
  await nextMessage(started);
  started.unref();
  return started;
}

const tooLong: SchemaVerdict = {
  schema: [{ path: "", message: "The schema took longer than 1 s to check" }],
  values: [],
};
const tooLarge: SchemaVerdict = {
  schema: [{ path: "", message: "The schema needed too much memory to check" }],
  values: [],
};

async function run(schema: Json, values: readonly Json[]): Promise<SchemaVerdict> {
  worker ??= startWorker().catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  const running = await worker;
  const answer = nextMessage(running, limitMs);
  running.postMessage({ schema, values });
  const message = await answer.catch(() => "ended");
  if (message !== undefined && message !== "ended") return Verdict.parse(message);
  worker = undefined;
  await running.terminate();
  return message === undefined ? tooLong : tooLarge;
}

/** Checks values against a schema away from the main thread; never takes much longer than a second once it runs. */
export const runSchema = (schema: Json, values: readonly Json[]): Promise<SchemaVerdict> =>
  inTurn(() => run(schema, values));
