// A built service as a separate process for the attack tests: sends requests, polls its health, kills it.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { processorTime } from "./bare-limits.ts";
import { freePort } from "./warehouse/engine-process.ts";

const key = "attack-key-0123456789abcdef";
/** Approximate duration of all attack tests together, in s. */
export const attackBudgetSeconds = Number(process.env["ATTACK_SECONDS"] ?? 60);

export interface Reply {
  /** 0 if there was no answer. */
  status: number;
  text: string;
  headers?: Headers;
}

/** Runs a command of the built service to completion; returns its exit code and all of its output. */
export async function runCommand(name: string, words: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [`dist/service/${name}.js`, ...words], {
    env: { ...process.env, DATABASE_URL: "", ...environment },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const [code]: unknown[] = await once(child, "close");
  return { code, printed };
}

/** The Node options that `npm start` passes. */
const options = /"start": "node (.*) src\/start.mjs main"/.exec(readFileSync("package.json", "utf8"))?.[1];

export async function startService(environment: Record<string, string>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let log = "";
  let child: ChildProcess;

  async function start() {
    child = spawn(process.execPath, [...(options?.split(" ") ?? []), "dist/service/main.js"], {
      env: {
        ...process.env,
        DATABASE_URL: "",
        PORT: String(port),
        CONSOLE_API_KEY: key,
        RATE_LIMIT: "off",
        READ_LIMIT: "off",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk: unknown) => (log = (log + String(chunk)).slice(-100_000));
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    for (let tries = 0; tries < 1200; tries += 1) {
      if (child.exitCode !== null) throw new Error(`The service ended at its start:\n${log}`);
      if ((await send("GET", "/readyz")).status === 200) return;
      await wait(100);
    }
    throw new Error(`The service is not ready:\n${log}`);
  }

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers = {},
    signal: AbortSignal | null = null,
  ): Promise<Reply> {
    try {
      const answer = await fetch(url + path, {
        method,
        signal,
        headers: { "SERVICE-API-KEY": key, "Content-Type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch {
      return { status: 0, text: "" };
    }
  }

  await start();
  return {
    url,
    key,
    pid: () => child.pid,
    /** MiB of memory of the process, including the engine's; Linux only. */
    memory: () =>
      Math.round(
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
      ),
    /** Processor time of the process in ms, including the engine's threads; Linux only. */
    processorTime: () => processorTime(child.pid),
    send,
    start,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    log: () => log,
    /** Ends the process: by SIGKILL as in a crash, or by SIGTERM for an orderly shutdown. */
    end: async (signal: "SIGKILL" | "SIGTERM") => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
    /** Polls the service's health until stopped; returns the longest time that an answer took, in ms. */
    pulse: () => {
      const stopped = new AbortController();
      let longest = 0;
      const beating = (async () => {
        while (!stopped.signal.aborted) {
          const started = performance.now();
          await send("GET", "/healthz");
          longest = Math.max(longest, performance.now() - started);
          await wait(5);
        }
      })();
      return async () => {
        stopped.abort();
        await beating;
        return longest;
      };
    },
  };
}
export type AttackedService = Awaited<ReturnType<typeof startService>>;
