// Measures the limits of this machine in the same run, as the reference for answers and durable writes.
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

/** Processor time of a process in ms, with all its threads; Linux only. */
export function processorTime(pid: number | undefined): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const ticks = rest.split(" ").slice(11, 13).map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

/** Runs work in a closed loop of clients; with `rate`, that many times a second, each timed from when it was due. */
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

/** A client with keep-alive connections; resolves with the body of an answer, and rejects if it is an error. */
export function keepAliveClient(url: string, headers: Record<string, string>, connections: number) {
  // The service may close a connection that is idle for longer just when it is reused.
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

/** Load-tests a plain HTTP server that answers `bytes` bytes; also returns the processor time per answer in ms. */
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

/** Load-tests appends of 1 kB, each followed by fsync, with `writers` at once. */
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
