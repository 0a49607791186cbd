// How busy or slow this machine is right now, for tests that hold a bound in milliseconds.

const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ name: `n${index}`, at: index })));
/** ms that the work below takes on the machine on which the bounds were set, when it is quiet. */
const onQuietMachine = 25;

function slowness(): number {
  const started = performance.now();
  for (let times = 0; times < 2; times += 1) JSON.stringify(JSON.parse(text));
  return (performance.now() - started) / onQuietMachine;
}

/** How many times slower than the quiet machine this one was, at most, before and after some work; at least 1. */
export async function withSlowness<T>(work: () => Promise<T>): Promise<{ result: T; slower: number }> {
  const before = slowness();
  const result = await work();
  return { result, slower: Math.max(1, before, slowness()) };
}
