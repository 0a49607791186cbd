// Formats the bytes and seconds of warehouse queries. Pure.
import type { WarehouseCost, WarehouseEstimate } from "#contract/warehouse-events.ts";
import { bytesText } from "#console/foundation/ui/byte-format.ts";
import { secondsText } from "#console/foundation/ui/number-format.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

export function costText(costs: readonly WarehouseCost[], provider: string): string {
  const known = costs.flatMap(({ bytes }) => bytes ?? []);
  const seconds = secondsText(Math.max(...costs.map(({ ms }) => ms)) / 1000);
  const cached = costs.filter((cost) => cost.cached).length;
  const read =
    known.length < costs.length
      ? `${provider} answered in ${seconds}, and does not say what it read`
      : `${provider} read ${bytesText(sum(known))} in ${seconds}`;
  if (cached === 0) return `${read}.`;
  return `${read}, ${cached === costs.length ? "from its cache" : "in part from its cache"}.`;
}

/** Summarizes the queries that wait for approval. */
export function waitingWords(waiting: readonly WarehouseEstimate[], provider: string) {
  const refusal = waiting.find((one) => one.refusal !== null)?.refusal ?? undefined;
  const known = waiting.flatMap(({ bytes }) => bytes ?? []);
  const limit = bytesText(Math.max(...waiting.map(({ limitBytes }) => limitBytes)));
  const isKnown = known.length === waiting.length;
  return {
    refusal,
    sentence: isKnown
      ? `This would read about ${bytesText(sum(known))} in ${provider}.`
      : `${provider} does not say beforehand how much this reads. A statement may read ${limit}.`,
    action: isKnown ? `Read about ${bytesText(sum(known))}` : `Read up to ${limit} each`,
  };
}
