// One task at a time, the keys in turn: whoever sends many waits for their own, not others for them.
import { clientLeft, Refusal } from "#service/http/errors.ts";

export interface Caller {
  readonly key: { readonly name: string };
  /** Aborted when the client leaves; its place is then free. */
  readonly signal: AbortSignal;
}

interface Waiting {
  run: () => Promise<void>;
  /** Frees its place, and answers why. */
  leave: (why: Refusal) => void;
}

const tooMany = () =>
  new Refusal(503, "Too many checks of this key are waiting. Try again in a moment.", {
    headers: { "Retry-After": "1" },
  });

/**
 * The newest task of a key comes first, so that slow ones sent before do not hold up the save that was sent last. Of more than
 * `longest` waiting ones of a key the oldest is refused with 503.
 */
export function fairQueue(longest: number) {
  /** The next key first, of each the oldest first. */
  const waiting = new Map<string, Set<Waiting>>();
  let isWorking = false;

  async function work() {
    isWorking = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [name, tasks] = next;
      const newest = [...tasks].at(-1);
      if (newest) tasks.delete(newest);
      await newest?.run();
      // To the end of the round.
      waiting.delete(name);
      if (tasks.size > 0) waiting.set(name, tasks);
    }
    isWorking = false;
  }

  return <T>({ key, signal }: Caller, task: () => Promise<T>): Promise<T> => {
    const own = waiting.get(key.name) ?? new Set();
    waiting.set(key.name, own);
    return new Promise<T>((resolve, reject) => {
      const left = () => added.leave(clientLeft());
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
