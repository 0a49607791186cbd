// Deduplicates running computations: readers of the same result share one, and it is cancelled when the last reader leaves.
import pLimit from "p-limit";
import { clientClosedRequest } from "#service/http/errors.ts";

export interface Progress {
  /** Completed share, 0 to 1. */
  share: number;
  /** Name of the current step, as shown to the reader. */
  stage: string;
}

/** Passed to a computation: the signal that cancels it, and a function to report progress. */
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

/** At most `most` computations run at the same time, which leaves connections and memory for short requests. */
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
    /**
     * Returns the result of the computation with this key and starts it if it is not running; `leaving` is aborted when
     * this reader disconnects.
     */
    join: (
      experimentID: string,
      key: string,
      leaving: AbortSignal,
      work: (running: Running) => Promise<T>,
    ): Promise<T> =>
      new Promise((resolve, reject) => {
        if (leaving.aborted) throw clientClosedRequest();
        const computation = running.get(key) ?? start(experimentID, key, work);
        computation.readers += 1;
        const leave = () => {
          computation.readers -= 1;
          reject(clientClosedRequest());
          if (computation.readers > 0) return;
          forget(key, computation);
          computation.controller.abort(clientClosedRequest());
        };
        leaving.addEventListener("abort", leave, { once: true });
        const stay = () => leaving.removeEventListener("abort", leave);
        computation.result.then(resolve, reject).then(stay, stay);
      }),
    /** Returns the progress of the latest running computation of an experiment, if there is one. */
    progress: (experimentID: string) =>
      [...running.values()].findLast((computation) => computation.experimentID === experimentID)?.progress(),
  };
}
