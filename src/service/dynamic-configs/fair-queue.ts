// One task at a time, the keys in turn: whoever sends many waits for their own, not others for them.
import { clientLeft, Refusal } from "#service/http/errors.ts";

export interface Caller {
  readonly key: { readonly name: string };
  /** Aborted when the client leaves; its place is then free. */
  readonly signal: AbortSignal;
}

/** Refuses with 503 what a key adds to more than `longest` waiting tasks of its own. */
export function fairQueue(longest: number) {
  /** The next key first. */
  const waiting = new Map<string, Set<() => Promise<void>>>();
  let isWorking = false;

  async function work() {
    isWorking = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [name, tasks] = next;
      const [task] = tasks;
      if (task) tasks.delete(task);
      await task?.();
      // To the end of the round.
      waiting.delete(name);
      if (tasks.size > 0) waiting.set(name, tasks);
    }
    isWorking = false;
  }

  return <T>({ key, signal }: Caller, task: () => Promise<T>): Promise<T> => {
    const own = waiting.get(key.name) ?? new Set();
    if (own.size >= longest)
      throw new Refusal(503, "Too many checks of this key are waiting. Try again in a moment.");
    waiting.set(key.name, own);
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        own.delete(run);
        reject(clientLeft());
      };
      const run = () => {
        signal.removeEventListener("abort", leave);
        return task().then(resolve, reject);
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      own.add(run);
      if (!isWorking) void work();
    });
  };
}
