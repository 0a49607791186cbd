// Measures units in a worker, beside the main thread and other workers.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { NumberRows } from "#service/database/database.ts";
import type { Evaluation, MeasuredRows } from "./unit-evaluator.ts";
import { code } from "./unit-worker.ts?node-worker";

const program = new URL(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
/** Little garbage is made, so that a small heap for it is enough. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };
/** Most portions that wait for a worker; more would fill the memory. */
const mostWaiting = 8;

/** Rows that are sent at once. */
const rowsAtOnce = 16_384;

type NumberArray =
  | Float64Array<SharedArrayBuffer>
  | Int32Array<SharedArrayBuffer>
  | Int16Array<SharedArrayBuffer>;

function sharedColumn(like: ArrayLike<number>): NumberArray {
  if (like instanceof Int16Array) return new Int16Array(new SharedArrayBuffer(2 * rowsAtOnce));
  if (like instanceof Int32Array) return new Int32Array(new SharedArrayBuffer(4 * rowsAtOnce));
  return new Float64Array(new SharedArrayBuffer(8 * rowsAtOnce));
}

/**
 * Collects rows into larger portions, which all workers can read without copying them. Their memory is used again, once no worker can
 * still wait for them.
 */
export async function* sharedRows(portions: AsyncIterable<NumberRows>): AsyncGenerator<NumberRows> {
  const used: NumberArray[][] = [];
  let [count, columns]: [number, NumberArray[]] = [0, []];
  for await (const portion of portions) {
    if (count > 0 && count + portion.count > rowsAtOnce) {
      yield { count, columns };
      used.push(columns);
      count = 0;
    }
    if (count === 0)
      columns = (used.length > mostWaiting && used.shift()) || portion.columns.map(sharedColumn);
    for (const [index, column] of columns.entries()) column.set(portion.columns[index] ?? [], count);
    count += portion.count;
  }
  if (count > 0) yield { count, columns };
}

export function evaluatorInWorker(evaluation: Evaluation) {
  const worker = new Worker(program, { workerData: evaluation, resourceLimits });
  const state: { waiting: number; failure?: Error } = { waiting: 0 };
  worker.on("message", () => (state.waiting -= 1));
  worker.on("error", (error: Error) => (state.failure = error));
  const nextMessage = async (): Promise<unknown> => {
    if (state.failure) throw state.failure;
    const [message]: unknown[] = await once(worker, "message");
    return message;
  };
  return {
    async take(rows: NumberRows) {
      worker.postMessage(rows);
      state.waiting += 1;
      while (state.waiting >= mostWaiting) await nextMessage();
    },
    async rows() {
      while (state.waiting > 0) await nextMessage();
      worker.postMessage(undefined);
      return (await nextMessage()) as MeasuredRows;
    },
    stop: () => void worker.terminate(),
  };
}
