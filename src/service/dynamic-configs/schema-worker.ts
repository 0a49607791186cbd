// The worker that runs user-written schemas, started by schema-runner.ts. It may be terminated at any time, so it keeps no state.
import { parentPort } from "node:worker_threads";
import { z } from "zod/mini";
import { checkAgainstSchema } from "#contract/json-schema.ts";

const Task = z.object({ schema: z.json(), values: z.array(z.json()) });

parentPort?.on("message", (message: unknown) => {
  const { schema, values } = Task.parse(message);
  void checkAgainstSchema(schema, values).then((verdict) => parentPort?.postMessage(verdict));
});
// The first check takes half a second, which must not count against the time limit of the first user-written schema.
void checkAgainstSchema({}, []).then(() => parentPort?.postMessage("ready"));
