// The computations under way: readers of the same result share one, and the last reader to leave ends it.
import pLimit from "p-limit";
import { clientLeft } from "#service/http/errors.ts";

export interface Progress {
  /** Done part, 0 to 1. */
  share: number;
  /** The current step, for the reader. */
  stage: string;
}

/** Given to a computation: the signal to end, and the way to report progress. */
export interface Running {
  signal: AbortSignal;
  report: (progress: () => Progress) => void;
}

interface Computation<T> {
  experimentID: string;
  result: Promise<T>;
  readers: number;
  controller: AbortController;
  progress: () => Progress;
}

/** At most `most` computations run at once, so that connections and memory are left for short requests. */
export function runningComputations<T>(most = 2) {
  const running = new Map<string, Computation<T>>();
  const inTurn = pLimit(most);

  function start(experimentID: string, key: string, work: (running: Running) => Promise<T>): Computation<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const computation: Computation<T> = {
      experimentID,
      result: inTurn(async () => {
        signal.throwIfAborted();
        return work({ signal, report: (progress) => void (computation.progress = progress) });
      }),
      readers: 0,
      controller,
      progress: () => ({ share: 0, stage: "Waiting for other results" }),
    };
    const end = () => forget(key, computation);
    computation.result.then(end, end);
    running.set(key, computation);
    return computation;
  }

  function forget(key: string, computation: Computation<T>) {
    if (running.get(key) === computation) running.delete(key);
  }

  return {
    /** The result of the computation under this key, which starts unless it runs; `leaving` aborts when this reader goes. */
    join: (
      experimentID: string,
      key: string,
      leaving: AbortSignal,
      work: (running: Running) => Promise<T>,
    ): Promise<T> =>
      new Promise((resolve, reject) => {
        if (leaving.aborted) throw clientLeft();
        const computation = running.get(key) ?? start(experimentID, key, work);
        computation.readers += 1;
        const leave = () => {
          computation.readers -= 1;
          reject(clientLeft());
          if (computation.readers > 0) return;
          forget(key, computation);
          computation.controller.abort(clientLeft());
        };
        leaving.addEventListener("abort", leave, { once: true });
        const stay = () => leaving.removeEventListener("abort", leave);
        computation.result.then(resolve, reject).then(stay, stay);
      }),
    /** Progress of the latest computation for an experiment, if one runs. */
    progress: (experimentID: string) =>
      [...running.values()].findLast((computation) => computation.experimentID === experimentID)?.progress(),
  };
}
