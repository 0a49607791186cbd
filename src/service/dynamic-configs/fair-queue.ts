// Runs one task at a time, round-robin over the keys, so that a key with many tasks delays only its own.
import { clientClosedRequest, HttpError } from "#service/http/errors.ts";

export interface Caller {
  readonly key: { readonly name: string };
  /** Aborted when the client disconnects, which removes its task from the queue. */
  readonly signal: AbortSignal;
}

interface Waiting {
  run: () => Promise<void>;
  /** Removes the task from the queue, and rejects it with the reason. */
  leave: (why: HttpError) => void;
}

const tooMany = () =>
  new HttpError(503, "Too many checks of this key are waiting. Try again in a moment.", {
    headers: { "Retry-After": "1" },
  });

/** Returns a queue that runs the newest task of each key first, so that slow earlier ones do not delay the last save. Beyond `longest`
 *  waiting tasks of a key, its oldest is refused with 503. */
export function fairQueue(longest: number) {
  /** Waiting tasks by key: the next key first, and the oldest task of each key first. */
  const waiting = new Map<string, Set<Waiting>>();
  let isWorking = false;

  async function work() {
    isWorking = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [name, tasks] = next;
      const newest = [...tasks].at(-1);
      if (newest) tasks.delete(newest);
      await newest?.run();
      // The key moves to the end of the round.
      waiting.delete(name);
      if (tasks.size > 0) waiting.set(name, tasks);
    }
    isWorking = false;
  }

  return <T>({ key, signal }: Caller, task: () => Promise<T>): Promise<T> => {
    const own = waiting.get(key.name) ?? new Set();
    waiting.set(key.name, own);
    return new Promise<T>((resolve, reject) => {
      const left = () => added.leave(clientClosedRequest());
      const added: Waiting = {
        run: () => {
          signal.removeEventListener("abort", left);
          return task().then(resolve, reject);
        },
        leave: (why) => {
          own.delete(added);
          signal.removeEventListener("abort", left);
          reject(why);
        },
      };
      if (signal.aborted) return left();
      signal.addEventListener("abort", left, { once: true });
      own.add(added);
      const [oldest] = own;
      if (own.size > longest) oldest?.leave(tooMany());
      if (!isWorking) void work();
    });
  };
}
