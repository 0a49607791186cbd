// Work that is done again and again while the service runs.

interface Repeated {
  /** ms */
  every: number;
  /** The first time at once, and not after that time. */
  atStart?: boolean;
  /** Aborts when the service stops; without it nothing is repeated. */
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

export function repeat(work: () => Promise<void>, { every, atStart = false, stop, warn }: Repeated) {
  if (!stop) return;
  const once = async () => {
    try {
      await work();
    } catch (error) {
      // Work that the end of the service cuts off has not failed.
      if (!stop.aborted) warn(error);
    }
  };
  if (atStart) void once();
  const timer = setInterval(() => void once(), every).unref();
  stop.addEventListener("abort", () => clearInterval(timer), { once: true });
}
