// The worker that measures units from the portions of hits that unit-worker-client.ts sends.
import { parentPort, workerData } from "node:worker_threads";
import type { NumberRows } from "#service/database/database.ts";
import { type Evaluation, type MeasuredRows, unitEvaluator } from "./unit-evaluator.ts";

const evaluator = unitEvaluator(workerData as Evaluation);

/** Receives portions of hits, each of which it acknowledges, and at the end undefined, which it answers by the rows. */
parentPort?.on("message", (portion: NumberRows | undefined) => {
  if (portion) {
    evaluator.take(portion);
    parentPort?.postMessage(undefined);
    return;
  }
  const all: MeasuredRows = { sums: [], nonNumeric: [] };
  for (const { sums, nonNumeric } of evaluator.rows()) {
    all.sums.push(...sums);
    all.nonNumeric.push(...nonNumeric);
  }
  parentPort?.postMessage(all);
});
