// A statement from its submission to its last row, within its deadline.
import { setTimeout as wait } from "node:timers/promises";
import {
  cancelled,
  deadlinePassed,
  WarehouseError,
  type Page,
  type Statement,
  type StatementResult,
  type WarehouseClient,
} from "./statement.ts";

interface Watch {
  signal?: AbortSignal | undefined;
  /** Called with the engine's own id before the first poll, so that it can be cancelled after a crash. */
  submitted?: (id: string) => Promise<void> | void;
}

/** ms between two polls: soon at first, seldom later. */
const pauses = { first: 20, most: 2000, growth: 1.6 } as const;

/** Aborted at the deadline or by the caller; the reason tells by which. */
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

/** The whole answer, or nothing: a statement that is stopped is also stopped at the engine. */
export async function runStatement(
  client: WarehouseClient,
  statement: Statement,
  { signal, submitted }: Watch = {},
): Promise<StatementResult> {
  const started = performance.now();
  const end = endOf(statement, signal);
  let id: string | undefined;
  try {
    end.throwIfAborted();
    ({ id } = await client.submit(statement, end));
    await submitted?.(id);
    let pause: number = pauses.first;
    let progress = await client.poll(id, end);
    while (!progress.isFinished) {
      await wait(pause, undefined, { signal: end });
      pause = Math.min(pauses.most, pause * pauses.growth);
      progress = await client.poll(id, end);
    }
    const { bytes, isCached } = progress;
    const answer = await readPages(client, id, end);
    return { ...answer, bytes, ms: performance.now() - started, id, cached: isCached };
  } catch (error) {
    if (id !== undefined) await client.cancel(id).catch(() => undefined);
    if (!end.aborted) throw error;
    throw end.reason instanceof WarehouseError
      ? end.reason
      : new WarehouseError("The statement was cancelled.", cancelled);
  }
}
