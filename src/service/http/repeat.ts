// Work that is done again and again while the service runs.

interface Repeated {
  /** ms */
  every: number;
  /** Aborts when the service stops; without it nothing is repeated. */
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

export function repeat(work: () => Promise<void>, { every, stop, warn }: Repeated) {
  if (!stop) return;
  const timer = setInterval(() => void work().catch(warn), every).unref();
  stop.addEventListener("abort", () => clearInterval(timer), { once: true });
}
