// The worker in which texts are read and schemas run, away from the hands that type. It may be ended at any time, so it holds nothing.
import { checkAgainstSchema } from "#contract/json-schema.ts";
import { checkTexts } from "./check-texts.ts";
import type { Task } from "./checked.ts";

/** Only check-in-worker.ts posts here, and only tasks. */
const asTask = (message: unknown) => message as Task;

self.addEventListener("message", ({ data }) => {
  void checkTexts(asTask(data)).then((checked) => self.postMessage(checked, {}));
});

// The first schema takes half a second, which no text should have to wait for.
void checkAgainstSchema({}, []).then(() => self.postMessage("ready", {}));
