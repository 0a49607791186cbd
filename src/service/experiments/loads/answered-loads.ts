// Converts loads to their served form, including their cost. Pure.
import type { PulseLoad } from "#contract/pulse-load.ts";
import { costWords } from "./load-words.ts";
import { dayText } from "./load-window.ts";
import type { LoadProgress } from "./load-analysis.ts";
import { tagOf } from "./load-words.ts";
import type { StoredLoad, StoredStatement } from "./stored-loads.ts";

/** The last progress reported by the process that runs the load. */
function progressOf(load: StoredLoad, own: LoadProgress | undefined): LoadProgress | null {
  if (load.finishedState !== null) return null;
  if (own) return own;
  // `runLoads` wrote the value.
  return load.progress === null
    ? { share: 0, stage: "Waiting for other loads" }
    : (JSON.parse(load.progress) as LoadProgress);
}

const sumOf = (numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
};

export function answeredLoad(
  load: StoredLoad,
  allStatements: readonly StoredStatement[],
  { now, progress }: { now: number; progress: LoadProgress | undefined },
): PulseLoad {
  const statements = allStatements.filter(({ loadNumber }) => loadNumber === load.number);
  const bytes = sumOf(statements.map((statement) => statement.bytes));
  const ran = (sumOf(statements.map(({ ms }) => ms)) ?? 0) / 1000;
  return {
    id: String(load.number),
    createdTime: load.createdTime,
    finishedTime: load.finishedTime,
    finishedState: load.finishedState,
    startDs: dayText(load.windowStart),
    endDs: dayText(load.windowEnd),
    reloadType: load.refresh,
    turboMode: load.turboMode,
    metricIDs: load.refresh === "metric" ? load.metricIDs : null,
    startedBy: load.startedBy,
    provider: load.provider,
    tag: tagOf(load.experimentID, load.number),
    bytes,
    // The clock may have been read before the load was created, so the difference could be negative.
    seconds: Math.max(0, (load.finishedTime ?? now) - load.createdTime) / 1000,
    cost: costWords(load.provider, bytes, ran),
    statements: statements.map(({ sql, startedTime, ms, bytes: read, cached, engineID }) => ({
      sql,
      startedTime,
      ms,
      bytes: read,
      cached,
      engineID,
    })),
    message: load.message,
    said: load.said,
    progress: progressOf(load, progress),
  };
}
