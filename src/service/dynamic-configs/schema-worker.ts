// The worker in which users' schemas are run: it may be ended at any time, so it holds nothing. Started by schema-runner.ts.
import { parentPort } from "node:worker_threads";
import { z } from "zod/mini";
import { checkAgainstSchema } from "#contract/json-schema.ts";

const Task = z.object({ schema: z.json(), values: z.array(z.json()) });

parentPort?.on("message", (message: unknown) => {
  const { schema, values } = Task.parse(message);
  void checkAgainstSchema(schema, values).then((verdict) => parentPort?.postMessage(verdict));
});
// The first schema takes half a second, which must not count against the limit of the first one that a user writes.
void checkAgainstSchema({}, []).then(() => parentPort?.postMessage("ready"));
