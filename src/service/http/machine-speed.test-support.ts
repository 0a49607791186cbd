// Measures how slow this machine is at the moment, for tests with time limits in milliseconds.

const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ name: `n${index}`, at: index })));
/** ms that the work below takes on the idle machine on which the limits were set. */
const onQuietMachine = 25;

function slowness(): number {
  const started = performance.now();
  for (let times = 0; times < 2; times += 1) JSON.stringify(JSON.parse(text));
  return (performance.now() - started) / onQuietMachine;
}

/** Runs some work and returns by which factor this machine was slower than the idle one: the maximum before and after, at least 1. */
export async function withSlowness<T>(work: () => Promise<T>): Promise<{ result: T; slower: number }> {
  const before = slowness();
  const result = await work();
  return { result, slower: Math.max(1, before, slowness()) };
}
