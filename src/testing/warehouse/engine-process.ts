// An engine as a process of its own: started until it says where it listens, and ended with whoever started it.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";

export interface EngineProcess {
  /** Where it listens, as it said. */
  readonly origin: string;
  end(): Promise<void>;
}

/** Ends the engine as soon as the standard input does, also where the tests were killed. */
const untilInputEnds = `"$@" </dev/null & child=$!; (cat >/dev/null; kill -"$SIGNAL" $child) <&3 & wait $child`;

interface Start {
  command: string;
  args: readonly string[];
  /** The address is its first group; else `origin` where it is known before. */
  ready: RegExp;
  origin?: string;
  seconds: number;
  env?: Readonly<Record<string, string>>;
  signal?: "TERM" | "INT" | "KILL";
}

/** Throws with its last words where it ends, or takes longer. */
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
