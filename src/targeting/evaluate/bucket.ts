// Computes the bucket, of 10000, that a unit falls into (API 2.7): the same in the browser and in the service.
import { _SHA256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

export const buckets = 10_000;

/** Buffer for the text that is hashed; reused between calls and grown to the longest text. */
let bytes = new Uint8Array(256);
let view = new DataView(bytes.buffer);

function makeRoom(size: number) {
  if (size + 72 <= bytes.length) return;
  bytes = new Uint8Array(2 * size + 72);
  view = new DataView(bytes.buffer);
}

/** 2³² is 7296 modulo 10000; the split keeps the operands at 32-bit integers, which engines divide fast. */
export const bucketOfWords = (high: number, low: number) =>
  ((high % buckets) * 7296 + (low % buckets)) % buckets;

/** Choice: SHA-256 uses the library's block compression with our own padding, which avoids the library's copying and clearing. */
class Digest extends _SHA256 {
  private readonly initial = this.get();

  /** Returns the first 8 bytes of the digest of the first `size` bytes, big-endian, modulo 10000. */
  bucket(size: number): number {
    const end = Math.floor((size + 72) / 64) * 64;
    bytes[size] = 0x80;
    bytes.fill(0, size + 1, end);
    view.setUint32(end - 4, size * 8);
    this.set(...this.initial);
    for (let block = 0; block < end; block += 64) this.process(view, block);
    return bucketOfWords(this.A >>> 0, this.B >>> 0);
  }
}

const digest = new Digest();

/** Writes a text in UTF-8 after the first `size` bytes and returns the new size. ASCII characters are copied without the encoder. */
function put(text: string, size: number): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) {
      const encoded = utf8ToBytes(text);
      bytes.set(encoded, size);
      return size + encoded.length;
    }
    bytes[size + at] = code;
  }
  return size + text.length;
}

/** Returns the SHA-256 of a text in UTF-8 as a string of one character per byte. */
type TextDigest = (text: string) => string;

let engineDigest: TextDigest | undefined;

/** Choice: if the engine has a synchronous SHA-256, buckets are computed with it. Returns the digest function used before. */
export function setEngineDigest(digest: TextDigest | undefined): TextDigest | undefined {
  const before = engineDigest;
  engineDigest = digest;
  return before;
}

/** Reads four bytes from an index on as an unsigned big-endian number. */
const wordAt = (bytes: string, at: number) =>
  ((bytes.charCodeAt(at) << 24) |
    (bytes.charCodeAt(at + 1) << 16) |
    (bytes.charCodeAt(at + 2) << 8) |
    bytes.charCodeAt(at + 3)) >>>
  0;

/** Returns the bucket of a text given in two parts; the first part must not end inside a surrogate pair. */
export function bucketAfter(start: string, rest: string): number {
  if (engineDigest) {
    const digested = engineDigest(start + rest);
    return bucketOfWords(wordAt(digested, 0), wordAt(digested, 4));
  }
  makeRoom((start.length + rest.length) * 3);
  return digest.bucket(put(rest, put(start, 0)));
}

/** Number of buckets of a percentage, rounded because 0.07 * 100 is 7.000000000000001. */
export const bucketsOf = (percent: number): number => Math.round(percent * 100);
