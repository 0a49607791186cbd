// Follows a filter's events live: reconnects if the connection is lost, and stops if the page is idle.
import { useEffect, useReducer, useRef, useState } from "react";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { followStream, type StreamInput } from "./follow-stream.ts";
import { emptyLog, liveLog, type LiveAction } from "./live-log.ts";

/** ms between two attempts to connect; the last value is repeated. */
const pauses = [1000, 2000, 5000];
/** ms without keyboard or pointer input, and ms in the background, after which the stream stops. */
const idle = { unused: 15 * 60_000, hidden: 60_000 };

const signs = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Calls `stop` once the page is idle; returns a function that stops watching. */
function whenUserIsIdle(stop: () => void): () => void {
  const watching = new AbortController();
  let unused: ReturnType<typeof setTimeout>;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  const noteUse = () => {
    clearTimeout(unused);
    unused = setTimeout(stop, idle.unused);
  };
  const see = () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(stop, idle.hidden);
  };
  for (const sign of signs) addEventListener(sign, noteUse, { signal: watching.signal, passive: true });
  document.addEventListener("visibilitychange", see, watching);
  noteUse();
  see();
  return () => {
    watching.abort();
    clearTimeout(unused);
    clearTimeout(hidden);
  };
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

export function useLiveLog(input: Omit<StreamInput, "since">) {
  const [log, dispatch] = useReducer(liveLog, emptyLog);
  const [failure, setFailure] = useState<{ asked: string; error: Error }>();
  /** Incremented to start a new stream, which continues after an idle time. */
  const [round, setRound] = useState(0);
  const asked = JSON.stringify(input);
  const position = useRef<{ asked: string; at: number }>(undefined);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const filter = JSON.parse(asked) as typeof input;
    if (position.current?.asked !== asked) {
      position.current = undefined;
      dispatch({ type: "restart" });
    }
    // Messages are batched, so that they are rendered once per frame.
    let waiting: LiveAction[] = [];
    let frame: number | undefined;
    const draw = () => {
      frame = undefined;
      for (const action of waiting) dispatch(action);
      waiting = [];
    };
    const tell = (action: LiveAction) => {
      waiting.push(action);
      frame ??= requestAnimationFrame(draw);
    };
    const stopWatching = whenUserIsIdle(() => {
      leaving.abort();
      // A page in the background gets no animation frames.
      waiting.push({ type: "gap", cause: "idle", now: Date.now() });
      draw();
    });

    async function follow() {
      for (let attempt = 0; !signal.aborted;) {
        try {
          await followStream({ ...filter, since: position.current?.at }, signal, (kind, message) => {
            attempt = 0;
            // The service is shutting down or the key is refused: the next attempt finds out which.
            if (kind === "end") return;
            position.current = { asked, at: message.position };
            tell({ type: "message", kind, message });
          });
        } catch (error) {
          const isRefused = error instanceof ApiFailure && error.status < 500;
          if (isRefused && !signal.aborted) return setFailure({ asked, error });
        }
        if (signal.aborted) return;
        tell({ type: "gap", cause: "lost", now: Date.now() });
        await pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0, signal);
        attempt += 1;
      }
    }
    void follow();
    return () => {
      leaving.abort();
      stopWatching();
      if (frame !== undefined) cancelAnimationFrame(frame);
      draw();
    };
  }, [asked, round]);

  return {
    log,
    failure: failure?.asked === asked ? failure.error : undefined,
    pause: () => dispatch({ type: "pause" }),
    tryAgain: () => {
      setFailure(undefined);
      setRound(round + 1);
    },
    goOn: () => (log.status === "idle" ? setRound(round + 1) : dispatch({ type: "continue" })),
  };
}
