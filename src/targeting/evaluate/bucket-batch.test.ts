import { expect, test } from "vitest";
import { batchBuckets, packSalts, packUnit } from "./bucket-batch.ts";
import { bucketAfter } from "./bucket.ts";

test("Buckets of many texts, of any length and letters, are those of each by itself", () => {
  const letters = ["a", "Z", "0", ".", "ß", "ア", "👍", "\u0000"];
  const text = (length: number) =>
    Array.from({ length }, (_, index) => letters[(index * 7 + length) % letters.length]).join("");
  const lengths = [...Array(300).keys(), 1000, 20_000];
  for (const make of [text, (length: number) => "x".repeat(length)]) {
    const texts = lengths.map((length) => [make(length >> 1), make(length - (length >> 1))] as const);
    const found = new Int32Array(lengths.length);
    const starts = packSalts(texts.map(([start]) => start));
    const units = texts.map(([, unit]) => packUnit(unit));
    batchBuckets(starts, Int32Array.from(texts.keys()), units, found);
    expect([...found]).toEqual(texts.map(([start, unit]) => bucketAfter(start, unit)));
  }
});
