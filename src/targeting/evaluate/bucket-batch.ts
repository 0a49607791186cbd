// Computes the buckets of one user's units for many rules at once with the four-lane SHA-256, much faster than one by one.
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { bucketAfter, bucketOfWords } from "./bucket.ts";
import { lanes, mostBlocks, sha256Lanes } from "./sha256-lanes.ts";

const { begin, message, compress, digest } = sha256Lanes();

/** Packs bytes into big-endian 32-bit words after the given number of zero bytes. */
function packedAfter(zeros: number, bytes: Uint8Array): Int32Array {
  const size = zeros + bytes.length;
  const view = new DataView(new ArrayBuffer(size + 3));
  for (const [index, byte] of bytes.entries()) view.setUint8(zeros + index, byte);
  return Int32Array.from({ length: (size + 3) >> 2 }, (_, index) => view.getInt32(4 * index));
}

/**
 * Packs the salts, which are hashed before the unit, into one contiguous array once for many users; scattered in
 * memory, reading them takes twice as long.
 */
export function packSalts(texts: readonly string[]) {
  const bytes = texts.map((text) => utf8ToBytes(text));
  const packed = bytes.map((one) => packedAfter(0, one));
  let end = 0;
  return {
    texts,
    /** Size of each text in bytes. */
    sizes: Int32Array.from(bytes, ({ length }) => length),
    firstWords: Int32Array.from(packed, ({ length }) => (end += length) - length),
    words: Int32Array.from(packed.flatMap((one) => [...one])),
  };
}

/**
 * Packs a unit once for each possible alignment (0 to 3 bytes already in the word before it), followed by the end bit
 * of SHA-256 padding.
 */
export function packUnit(text: string) {
  const bytes = Uint8Array.of(...utf8ToBytes(text), 0x80);
  const after = [0, 1, 2, 3].map((zeros) => packedAfter(zeros, bytes));
  return { text, size: bytes.length - 1, after };
}

type PackedStarts = ReturnType<typeof packSalts>;
export type PackedUnit = ReturnType<typeof packUnit>;

/** Writes salt and unit into a lane and returns the number of blocks; 0 if the message is too long for a lane. */
function writeMessage(lane: number, starts: PackedStarts, index: number, unit: PackedUnit): number {
  const startSize = starts.sizes[index] ?? 0;
  const size = startSize + unit.size;
  // The padding adds the end bit and the 64-bit message length.
  const blocks = ((size + 8) >> 6) + 1;
  if (blocks > mostBlocks) return 0;
  const { words } = starts;
  const from = starts.firstWords[index] ?? 0;
  const startWords = (startSize + 3) >> 2;
  for (let at = 0; at < startWords; at += 1) message[at * lanes + lane] = words[from + at] ?? 0;
  const rest = unit.after[startSize & 3] ?? words;
  let place = (startSize >> 2) * lanes + lane;
  for (let at = 0; at < rest.length; at += 1, place += lanes)
    message[place] = (message[place] ?? 0) | (rest[at] ?? 0);
  message[(blocks * 16 - 1) * lanes + lane] = size * 8;
  return blocks;
}

/** Number of message blocks in each lane; 0 if the lane is unused. */
const blocksInLane = new Int32Array(lanes);

/** For each position, writes the bucket (see `bucketAfter`) of the chosen salt and the unit into `buckets`. */
export function batchBuckets(
  starts: PackedStarts,
  chosen: Int32Array,
  units: readonly PackedUnit[],
  buckets: Int32Array,
) {
  for (let first = 0; first < units.length; first += lanes) {
    begin();
    let blocks = 0;
    for (let lane = 0; lane < lanes; lane += 1) {
      const index = chosen[first + lane] ?? 0;
      const unit = units[first + lane];
      const own = unit ? writeMessage(lane, starts, index, unit) : 0;
      if (unit && own === 0) buckets[first + lane] = bucketAfter(starts.texts[index] ?? "", unit.text);
      blocksInLane[lane] = own;
      blocks = Math.max(blocks, own);
    }
    for (let block = 0; block < blocks; block += 1) {
      compress(block);
      for (let lane = 0; lane < lanes; lane += 1)
        if (blocksInLane[lane] === block + 1)
          buckets[first + lane] = bucketOfWords(digest(lane, 0), digest(lane, 1));
    }
  }
}
