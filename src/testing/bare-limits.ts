// The limits of this machine that answers and durable writes are measured against, taken in the same run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Load {
  perSecond: number;
  /** ms. */
  p99: number;
}

/** Runs a piece of work in a closed loop of clients. */
export async function load(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  const run = async (client: number) => {
    while (performance.now() < until) {
      const before = performance.now();
      await work(client);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const perSecond = times.length / ((performance.now() - started) / 1000);
  times.sort((left, right) => left - right);
  return { perSecond, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
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

/** A plain HTTP server that answers so many bytes. */
export async function bareAnswers(bytes: number, connections: number, seconds: number): Promise<Load> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", server], {
    env: { ...process.env, BYTES: String(bytes) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port]: unknown[] = await once(child.stdout, "data");
  const send = keepAliveClient(`http://127.0.0.1:${String(port).trim()}`, {}, connections);
  const measured = await load(connections, seconds, async () => void (await send("GET", "/")));
  child.kill("SIGTERM");
  return measured;
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
