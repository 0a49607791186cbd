// An engine as a separate process: started until it prints the address it listens on, and ended with its parent process.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";

export interface EngineProcess {
  /** The address that it printed. */
  readonly origin: string;
  end(): Promise<void>;
}

/** Ends the engine as soon as its standard input closes, which also happens when the tests are killed. */
const untilInputEnds = `"$@" </dev/null & child=$!; (cat >/dev/null; kill -"$SIGNAL" $child) <&3 & wait $child`;

interface Start {
  command: string;
  args: readonly string[];
  /** The first group is the address; without a group, `origin` is the address. */
  ready: RegExp;
  origin?: string;
  seconds: number;
  env?: Readonly<Record<string, string>>;
  signal?: "TERM" | "INT" | "KILL";
}

/** Rejects with the last output if the process ends, or takes too long to start. */
export async function startProcess(start: Start): Promise<EngineProcess> {
  const { command, args, ready, origin, seconds, env = {}, signal = "TERM" } = start;
  const child = spawn("bash", ["-c", `exec 3<&0; ${untilInputEnds}`, "bash", command, ...args], {
    env: { ...process.env, ...env, SIGNAL: signal },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  const address = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.stdin.end();
      reject(new Error(`${command} did not start in ${seconds} s: ${said.slice(-2000)}`));
    }, seconds * 1000);
    const listen = (text: Buffer) => {
      said = (said + text.toString()).slice(-20_000);
      const found = ready.exec(said);
      if (!found) return;
      clearTimeout(late);
      resolve(origin ?? found[1] ?? "");
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => {
      clearTimeout(late);
      reject(new Error(`${command} ended: ${said.slice(-2000)}`));
    });
  });
  const end = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
  };
  return { origin: await address, end };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  server.close();
  await once(server, "close");
  return port;
}
