// The limits of this machine that answers and durable writes are measured against, taken in the same run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";

export interface Load {
  perSecond: number;
  /** ms. */
  p99: number;
  answers: number;
}

/** ms of the processor that a process has used, with all its threads; only Linux tells. */
export function processorTime(pid: number | undefined): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const ticks = rest.split(" ").slice(11, 13).map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

/** Runs a piece of work in a closed loop of clients; with `rate`, so many times a second, each counted from when it was due. */
export async function load(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
  rate = Infinity,
): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  const run = async (client: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const due = started + ((turn * clients + client) / rate) * 1000;
      const before = rate === Infinity ? performance.now() : due;
      if (before > performance.now()) await delay(before - performance.now());
      await work(client);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const perSecond = times.length / ((performance.now() - started) / 1000);
  times.sort((left, right) => left - right);
  return { perSecond, p99: times[Math.floor(times.length * 0.99)] ?? 0, answers: times.length };
}

/** A client that keeps its connections; answers the bytes of an answer, and throws where it is an error. */
export function keepAliveClient(url: string, headers: Record<string, string>, connections: number) {
  // A connection that is idle for longer the service may close just when it is used again.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 3000 });
  return (method: string, path: string, body?: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const sent = request(
        url + path,
        {
          method,
          agent,
          headers: { ...headers, ...(body && { "Content-Length": Buffer.byteLength(body) }) },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () => {
            const all = Buffer.concat(chunks);
            if ((answer.statusCode ?? 500) < 300) resolve(all);
            else reject(new Error(`${method} ${path} was answered ${answer.statusCode}: ${all.toString()}`));
          });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
}

const server = `
  import { createServer } from "node:http";
  const bytes = Buffer.alloc(Number(process.env.BYTES), "x");
  const answering = createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(bytes);
  });
  answering.listen(0, "127.0.0.1", () => console.log(answering.address().port));
`;

/** A plain HTTP server that answers so many bytes; with the ms of the processor that each answer takes. */
export async function bareAnswers(
  bytes: number,
  connections: number,
  seconds: number,
  rate = Infinity,
): Promise<Load & { processor: number }> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", server], {
    env: { ...process.env, BYTES: String(bytes) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port]: unknown[] = await once(child.stdout, "data");
  const send = keepAliveClient(`http://127.0.0.1:${String(port).trim()}`, {}, connections);
  const before = processorTime(child.pid);
  const measured = await load(connections, seconds, async () => void (await send("GET", "/")), rate);
  const processor = (processorTime(child.pid) - before) / measured.answers;
  child.kill("SIGTERM");
  return { ...measured, processor };
}

/** An append of 1 kB with fsync for every write, so many at once. */
export async function bareAppends(writers: number, seconds: number): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), "assay-append-"));
  const file = await open(join(folder, "log"), "a");
  const line = Buffer.alloc(1000, "x");
  const measured = await load(writers, seconds, async () => {
    await file.write(line);
    await file.sync();
  });
  await file.close();
  rmSync(folder, { recursive: true });
  return measured;
}
