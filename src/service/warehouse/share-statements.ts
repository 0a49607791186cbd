// Deduplicates equal concurrent statements: one statement runs until no caller waits for it any more.
import { cancelled, WarehouseError, type StatementResult, type Watch } from "./statement.ts";

interface Shared {
  answer: Promise<StatementResult>;
  leave: AbortController;
  /** Number of callers that still wait. */
  waiting: number;
  id: string | undefined;
  submitted: NonNullable<Watch["submitted"]>[];
}

type Start = (watch: Watch) => Promise<StatementResult>;

/** Returns a function that joins the running statement with a key, or starts it. */
export function shareStatements() {
  const running = new Map<string, Shared>();

  function begin(key: string, start: Start): Shared {
    const leave = new AbortController();
    const submitted: Shared["submitted"] = [];
    const note = async (id: string) => {
      shared.id = id;
      for (const tell of submitted) await tell(id);
    };
    const answer = Promise.resolve()
      .then(() => start({ signal: leave.signal, submitted: note }))
      .finally(() => forget(key, shared));
    const shared: Shared = { answer, leave, waiting: 0, id: undefined, submitted };
    running.set(key, shared);
    return shared;
  }

  function forget(key: string, shared: Shared) {
    if (running.get(key) === shared) running.delete(key);
  }

  return async (key: string, { signal, submitted }: Watch, start: Start): Promise<StatementResult> => {
    if (signal?.aborted) throw new WarehouseError("The statement was cancelled.", cancelled);
    const shared = running.get(key) ?? begin(key, start);
    shared.waiting += 1;
    if (submitted && shared.id !== undefined) await submitted(shared.id);
    else if (submitted) shared.submitted.push(submitted);
    if (!signal) return shared.answer;
    return new Promise((resolve, reject) => {
      const left = () => {
        shared.waiting -= 1;
        if (shared.waiting > 0) return reject(new WarehouseError("The statement was cancelled.", cancelled));
        // The last caller waits until the engine has stopped; later callers start a new statement.
        forget(key, shared);
        shared.leave.abort();
      };
      signal.addEventListener("abort", left, { once: true });
      shared.answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", left));
    });
  };
}
