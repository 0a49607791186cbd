// Checks of providers that are reached over HTTP: whether the address answers, and whether the clocks agree.
import { passed, type DoctorStep, type Examined } from "./doctor-step.ts";
import { reach } from "./reach.ts";

export const networkTo = (originsOf: (examined: Examined) => readonly string[]): DoctorStep => ({
  name: "Name, port, TLS",
  run: async (examined) => {
    const said: string[] = [];
    for (const origin of originsOf(examined)) {
      const { protocol, hostname: host, port: given } = new URL(origin);
      const isTls = protocol === "https:";
      const port = Number(given) || (isTls ? 443 : 80);
      examined.tries(`${host}:${port}`);
      said.push(await reach({ host, port, tls: isTls ? "at once" : "none", verify: true }, examined.signal));
    }
    return passed(said.join(" "));
  },
});

/** Returns by how many seconds our clock is ahead of the server's; the Date header has a precision of a second. */
async function secondsAhead(origin: string, signal: AbortSignal): Promise<number> {
  const before = Date.now();
  const { headers } = await fetch(origin, { method: "HEAD", redirect: "manual", signal });
  const ours = (before + Date.now()) / 2;
  return Math.round((ours - Date.parse(headers.get("date") ?? "") - 500) / 1000);
}

/** Clock differences in seconds; signed requests are rejected at five minutes at the latest. */
const limits = { warn: 30, fail: 300 } as const;

const difference = (seconds: number, of: string) =>
  `This server's clock differs from ${of}'s by ${Math.abs(seconds)} s: it is ${seconds > 0 ? "ahead" : "behind"}.`;

export const clockAt = (of: string, originOf: (examined: Examined) => string): DoctorStep => ({
  name: "Clock",
  run: async (examined) => {
    const origin = originOf(examined);
    examined.tries(`HEAD ${origin}`);
    const seconds = await secondsAhead(origin, examined.signal);
    if (Number.isNaN(seconds)) return passed(`${of} does not tell its time.`);
    const off = Math.abs(seconds);
    if (off <= limits.warn) return passed(`It agrees with ${of}'s within ${Math.max(1, off)} s.`);
    const sentence = `${difference(seconds, of)} ${off > limits.fail ? "Signed requests are refused" : "Signed requests are refused where it is further off"}: let it follow a time server.`;
    return { state: off > limits.fail ? "failed" : "warned", sentence, who: "you" };
  },
});

/** Added to the explanation of a rejected signature: how far the clocks differ. */
export const clockFact = async (of: string, origin: string, signal: AbortSignal): Promise<string> => {
  const seconds = await secondsAhead(origin, signal);
  return Number.isNaN(seconds) ? "" : Math.abs(seconds) <= 2 ? `The clocks agree.` : difference(seconds, of);
};
