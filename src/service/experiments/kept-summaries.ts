// Keeps the answers of the latest summaries as they were sent: converting and compressing one with many metrics takes longer than
// finding it.
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { endpoints } from "#contract/endpoints.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { precompressedText, type PrecompressedText } from "#service/http/send-json.ts";

/** Bytes of all kept answers; compressed forms add about a quarter. */
const mostBytes = 8 * 1024 * 1024;

/** An answer is known by the stamp of its measurements, and by all settings from which it was made of them. */
const keyOf = (stamp: string, settings: object) =>
  hash("sha256", JSON.stringify([stamp, settings]), "base64url");

export function keptSummaries() {
  const answers = new LRUCache<string, PrecompressedText>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength + 1000,
  });
  return {
    find: (stamp: string, settings: object) => answers.get(keyOf(stamp, settings)),
    /** Returns the answer that contains `data`; a very large one is not kept. */
    keep: (stamp: string, settings: object, data: SummaryCharts): PrecompressedText => {
      const { message } = endpoints.readSummaryCharts;
      const answer = precompressedText(
        `{"message":${JSON.stringify(message)},"data":${JSON.stringify(data)}}`,
      );
      answers.set(keyOf(stamp, settings), answer);
      return answer;
    },
  };
}
