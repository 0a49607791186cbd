// Runs imports requested over HTTP in the background, one at a time, and tracks their progress. A restart aborts them.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import pLimit from "p-limit";
import type { LogImport } from "#contract/log-import.ts";
import { DatabaseUnavailable, type Database } from "#service/database/database.ts";
import { UnreadableFile } from "./file-row.ts";
import { BadRows, importLog, type LogReport } from "./import-log.ts";
import type { LogCommand } from "./log-command.ts";

interface Asked {
  readonly command: LogCommand;
  readonly name: string;
  readonly size: number;
  readonly author: string;
}

interface Run {
  answer: LogImport;
  readonly cancel: AbortController;
}

const mostKept = 100;
const cancelled = Symbol("cancelled");

const ofReport = ({ bad, badCount }: LogReport) => ({ bad, badCount });

/** Returns the final state of an import that stored nothing. */
function endOf(error: unknown, log: Pick<Logger, "error">): Partial<LogImport> {
  if (error === cancelled) return { state: "cancelled" };
  if (error instanceof BadRows) return { state: "refused", ...ofReport(error.report) };
  if (error instanceof UnreadableFile || error instanceof DatabaseUnavailable)
    return { state: "failed", reason: error.message };
  log.error({ error: String(error) });
  return { state: "failed", reason: "It could not be stored. The log of the service says why." };
}

export function runningImports(database: Database, log: Pick<Logger, "error">) {
  const inTurn = pLimit(1);
  const runs = new Map<string, Run>();

  async function run(id: string, own: Run, { command, author, name }: Asked, now: () => number) {
    const change = (part: Partial<LogImport>) => {
      own.answer = { ...own.answer, ...part };
    };
    const { signal } = own.cancel;
    try {
      signal.throwIfAborted();
      change({ state: "running" });
      let read = 0;
      const progress = {
        onBytes: (count: number) => change({ read: (read += count) }),
        onRows: (rows: number) => change({ rows }),
        signal,
      };
      const outcome = await importLog(database, command, now(), progress, { id, file: name, author });
      if ("importedBefore" in outcome)
        change({
          state: "failed",
          reason: "This file was imported with the same columns before. Nothing was stored.",
          time: outcome.importedBefore,
        });
      else
        change({
          state: "stored",
          rows: outcome.report.stored,
          ...ofReport(outcome.report),
          time: now(),
          canUndo: true,
        });
    } catch (error) {
      change(endOf(signal.aborted ? cancelled : error, log));
    }
  }

  return {
    /** Queues an import behind those before it; `ended` is called when it has finished. */
    start: (asked: Asked, now: () => number, ended: () => void): LogImport => {
      const id = randomUUID();
      const { command, name, size, author } = asked;
      const answer: LogImport = {
        id,
        state: "waiting",
        file: name,
        kind: command.kind,
        experimentID: command.kind === "exposures" ? command.experiment : null,
        read: 0,
        size,
        rows: 0,
        badCount: 0,
        bad: [],
        reason: null,
        time: null,
        author,
        canUndo: false,
      };
      const own: Run = { answer, cancel: new AbortController() };
      runs.set(id, own);
      for (const old of [...runs.keys()].slice(0, -mostKept)) runs.delete(old);
      void inTurn(() => run(id, own, asked, now)).finally(ended);
      return answer;
    },
    find: (id: string): LogImport | undefined => runs.get(id)?.answer,
    /** Cancels an import; has no effect if it is unknown, has finished, or can no longer be cancelled. */
    cancel: (id: string) => runs.get(id)?.cancel.abort(cancelled),
    forget: (id: string) => runs.delete(id),
  };
}
