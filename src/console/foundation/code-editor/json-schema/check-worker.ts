// The worker that parses texts and validates schemas, so that typing stays responsive. It may be terminated at any time, so it
// keeps no state.
import { checkAgainstSchema } from "#contract/json-schema.ts";
import { checkTexts } from "./check-texts.ts";
import type { Task } from "./checked.ts";

/** Only check-in-worker.ts posts messages here, and only tasks. */
const asTask = (message: unknown) => message as Task;

self.addEventListener("message", ({ data }) => {
  void checkTexts(asTask(data)).then((checked) => self.postMessage(checked, {}));
});

// The first schema takes half a second, so one is checked in advance to spare the first text that wait.
void checkAgainstSchema({}, []).then(() => self.postMessage("ready", {}));
