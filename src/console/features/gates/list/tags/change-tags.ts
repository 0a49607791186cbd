// Changes the tags of many gates with one request per gate, each with its own outcome. A failure does not undo the others.
import pLimit from "p-limit";
import { Gate } from "#contract/gate.ts";
import { sameJson } from "#contract/json5.ts";
import { call } from "#console/foundation/api/call.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { saveFailureText } from "#console/foundation/api/save.ts";

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Reason stored with each new version; may be empty. */
  readonly reason: string;
}

export interface Outcome {
  readonly gate: Gate;
  readonly result: "done" | "failed" | "unchanged";
  /** Why the change failed. */
  readonly message?: string;
  /** The gate as now stored, if that is another version. */
  readonly stored?: Gate | undefined;
}

export const tagsAfter = ({ tags }: Gate, { add, remove }: TagChange): string[] => [
  ...new Set([...(tags ?? []), ...add].filter((tag) => !remove.includes(tag))),
];

const changesTags = (gate: Gate, change: TagChange) => !sameJson(gate.tags ?? [], tagsAfter(gate, change));

interface Work {
  readonly change: TagChange;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Called with the number of gates processed so far. */
  readonly onProgress: (through: number) => void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const maximumTries = 30;

/** Sends the change of one gate; if the service is rate-limiting, retries every second for half a minute. */
async function send(gate: Gate, { change, dryRun, signal }: Work): Promise<Gate> {
  const reason = change.reason.trim();
  const body = { tags: tagsAfter(gate, change), ...(reason ? { changeReason: reason } : {}) };
  for (let tries = 1; ; tries += 1)
    try {
      const { data } = await call(
        "patchGate",
        { id: gate.id, dryRun, body },
        { basedOn: gate.version, signal },
      );
      return data;
    } catch (error) {
      const isTooMany = error instanceof ApiFailure && error.status === 429;
      if (!isTooMany || tries >= maximumTries || signal.aborted) throw error;
      await pause(1000);
    }
}

/** The newer version of the gate that came with a version conflict (412). */
const newerOf = (error: unknown) =>
  error instanceof ApiFailure && error.status === 412 ? Gate.safeParse(error.data).data : undefined;

async function outcomeOf(gate: Gate, work: Work): Promise<Outcome> {
  if (!changesTags(gate, work.change)) return { gate, result: "unchanged" };
  try {
    const stored = await send(gate, work);
    return { gate, result: "done", ...(work.dryRun ? {} : { stored }) };
  } catch (error) {
    const message = work.signal.aborted ? "Stopped before it." : saveFailureText(error);
    return { gate, result: "failed", message, stored: newerOf(error) };
  }
}

/** Changes the tags of all gates, four at a time; with `dryRun` the service only validates. */
export function changeTags(gates: readonly Gate[], work: Work): Promise<Outcome[]> {
  let through = 0;
  return pLimit(4).map(gates, async (gate) => {
    const outcome = await outcomeOf(gate, work);
    work.onProgress((through += 1));
    return outcome;
  });
}
