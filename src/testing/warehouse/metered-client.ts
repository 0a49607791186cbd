// A client of an engine through a proxy that measures what the statements of a measurement read, and what is transferred.
import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import type { Run } from "#service/analysis/warehouse/run.ts";
import { openClient } from "#service/warehouse/open-client.ts";
import { runStatement } from "#service/warehouse/run-statement.ts";
import type { Engine } from "./engines.ts";
import { proxyTo } from "./proxy.ts";

const none = { statements: 0, bytes: 0, ofEvents: 0, rows: 0, answered: 0, wire: 0, text: 0 };

export interface Metered {
  run: Run;
  /**
   * Bytes that the engine read by statements that include the events, null if it does not report them; bytes of the rows as
   * JSON; and bytes of all answers, including progress, as sent.
   */
  readonly sent: () => Omit<typeof none, "bytes"> & { bytes: number | null };
  readonly reset: () => void;
  close(): Promise<void>;
}

const hourMs = 3_600_000;
/** Unit ids of the tables of large-tables.ts. */
const unit = /^u\d+$/;

/** Processor time in seconds of all descendants of this process, which are an engine's. */
export function engineSeconds(): number {
  const lines = execFileSync("ps", ["-e", "-o", "pid=,ppid=,cputimes="], { encoding: "utf8" })
    .trim()
    .split("\n");
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (id: number): number =>
    processes
      .filter(([, parent]) => parent === id)
      .reduce((sum, [child = 0, , seconds = 0]) => sum + seconds + below(child), 0);
  return below(process.pid);
}

export async function openMetered({ origin, provider, settings }: Engine): Promise<Metered> {
  let sent = { ...none };
  let isTold = true;
  const proxy = await proxyTo(origin, {
    passed: (bytes) => {
      sent.wire += bytes;
    },
  });
  const { hostname: host, port } = new URL(proxy.origin);
  const own = provider === "trino" ? { ...settings, host, port: Number(port) } : settings;
  const client = await openClient(provider, own, { databricks: proxy.origin });
  return {
    run: async (text, tag, mayWrite) => {
      const deadline = Date.now() + hourMs;
      sent.statements += 1;
      sent.text += Buffer.byteLength(text);
      const { rows, bytes } = await runStatement(client, {
        text,
        values: [],
        tag,
        deadline,
        ...(mayWrite && { mayWrite }),
      });
      isTold &&= bytes !== null;
      sent.bytes += bytes ?? 0;
      if (text.includes("shop.events")) sent.ofEvents += bytes ?? 0;
      sent.rows += rows.length;
      const cells = rows.map((row) => Object.values(row));
      sent.answered += Buffer.byteLength(JSON.stringify(cells));
      expect(cells.flat().filter((cell) => typeof cell === "string" && unit.test(cell))).toEqual([]);
      return rows;
    },
    sent: () => ({ ...sent, bytes: isTold ? sent.bytes : null }),
    reset: () => {
      sent = { ...none };
    },
    close: async () => {
      await client.close();
      proxy.close();
    },
  };
}
