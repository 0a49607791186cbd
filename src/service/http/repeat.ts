// Runs background work periodically while the service is running.

interface Repeated {
  /** ms */
  every: number;
  /** Whether to run immediately as well, instead of first waiting for the interval. */
  atStart?: boolean;
  /** Aborts when the service stops; without it, the work is never run. */
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

export function repeat(work: () => Promise<void>, { every, atStart = false, stop, warn }: Repeated) {
  if (!stop) return;
  const once = async () => {
    try {
      await work();
    } catch (error) {
      // Work that is interrupted by the shutdown has not failed.
      if (!stop.aborted) warn(error);
    }
  };
  if (atStart) void once();
  const timer = setInterval(() => void once(), every).unref();
  stop.addEventListener("abort", () => clearInterval(timer), { once: true });
}
