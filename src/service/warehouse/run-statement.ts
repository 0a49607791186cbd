// Runs a statement from its submission to its last row, within its deadline.
import { setTimeout as wait } from "node:timers/promises";
import { bytesText } from "./bytes-text.ts";
import {
  bytesPassed,
  cancelled,
  deadlinePassed,
  WarehouseError,
  type Page,
  type Statement,
  type StatementResult,
  type Watch,
  type WarehouseClient,
} from "./statement.ts";

interface Watched extends Watch {
  /** Called at the end, even if the statement failed or was stopped, since it has read data anyway. */
  read?: (bytes: number | null) => void;
}

/** Delays between two polls in ms: short at first, then longer. */
const pauses = { first: 20, most: 2000, growth: 1.6 } as const;

/** Returns a signal that is aborted at the deadline or by the caller; its reason tells which. */
function endOf({ deadline }: Statement, signal: AbortSignal | undefined): AbortSignal {
  const late = new AbortController();
  const ms = Math.max(0, deadline - Date.now());
  const reason = new WarehouseError("The statement took longer than its limit.", deadlinePassed);
  setTimeout(() => late.abort(reason), Math.min(ms, 2 ** 31 - 1)).unref();
  return signal ? AbortSignal.any([signal, late.signal]) : late.signal;
}

async function readPages(client: WarehouseClient, id: string, signal: AbortSignal) {
  const pages: Page[] = [];
  for (let next: string | undefined = ""; next !== undefined;) {
    const page: Page = await client.page(id, next || undefined, signal);
    pages.push(page);
    next = page.next;
  }
  return { columns: pages[0]?.columns ?? [], rows: pages.flatMap(({ rows }) => rows) };
}

/** Polls until the statement has ended; stops it if it reads more than allowed, even on engines without such a limit. */
async function ended(
  client: WarehouseClient,
  id: string,
  { byteLimit }: Statement,
  end: AbortSignal,
  noted: (bytes: number | null) => void,
) {
  let pause: number = pauses.first;
  for (;;) {
    const progress = await client.poll(id, end);
    noted(progress.bytes);
    if (progress.isFinished) return progress;
    if (byteLimit !== undefined && progress.bytes !== null && progress.bytes > byteLimit)
      throw new WarehouseError(
        `It had read ${bytesText(progress.bytes)} when it was stopped; the limit is ${bytesText(byteLimit)}.`,
        bytesPassed,
      );
    await wait(pause, undefined, { signal: end });
    pause = Math.min(pauses.most, pause * pauses.growth);
  }
}

async function runOnce(client: WarehouseClient, statement: Statement, watch: Watched, end: AbortSignal) {
  const started = performance.now();
  let id: string | undefined;
  let bytes: number | null = null;
  try {
    ({ id } = await client.submit(statement, end));
    await watch.submitted?.(id);
    const { isCached } = await ended(client, id, statement, end, (read) => {
      bytes = read;
    });
    const answer = await readPages(client, id, end);
    return { ...answer, bytes, ms: performance.now() - started, id, cached: isCached };
  } catch (error) {
    if (id !== undefined) await client.cancel(id).catch(() => undefined);
    throw error;
  } finally {
    if (id !== undefined) watch.read?.(bytes);
  }
}

/** Maximum attempts for a statement that the engine rejected because it was busy. */
const attempts = 5;
const busyMs = 500;

/** Returns the complete result or throws; a cancelled statement is also stopped at the engine. */
export async function runStatement(
  client: WarehouseClient,
  statement: Statement,
  watch: Watched = {},
): Promise<StatementResult> {
  const end = endOf(statement, watch.signal);
  try {
    for (let attempt = 1; ; attempt += 1) {
      end.throwIfAborted();
      try {
        return await runOnce(client, statement, watch, end);
      } catch (error) {
        const isBusy = error instanceof WarehouseError && error.isBusy && !statement.mayWrite;
        if (!isBusy || attempt === attempts) throw error;
      }
      await wait(busyMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal: end });
    }
  } catch (error) {
    if (!end.aborted) throw error;
    throw end.reason instanceof WarehouseError
      ? end.reason
      : new WarehouseError("The statement was cancelled.", cancelled);
  }
}
