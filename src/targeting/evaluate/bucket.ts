// Which bucket of 10000 a unit falls into. Synchronous and the same in browser and service, which is why SHA-256 stands here.

// First 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8 (FIPS 180-4, 4.2.2 and 5.3.3).
const rounds = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
const initial = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

// Kept from one text to the next: hashing is synchronous, and making arrays would cost more than the hash.
let message = new Int32Array(256);
const schedule = new Int32Array(64);
const state = new Int32Array(8);

const at = (words: Int32Array, index: number) => words[index] ?? 0;

/** For few words a loop is faster than the arrays' own methods. */
function copy(from: Int32Array, to: Int32Array) {
  for (let index = 0; index < from.length; index += 1) to[index] = at(from, index);
}

/** Puts a byte into the message, whose words are big-endian. */
function putByte(place: number, byte: number) {
  message[place >> 2] = at(message, place >> 2) | (byte << (24 - 8 * (place & 3)));
}

/** Puts a text into the message as UTF-8, halves of surrogate pairs as U+FFFD; the number of bytes up to its end. */
function putText(text: string, start: number): number {
  let size = start;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      putByte(size++, unit);
      continue;
    }
    const whole = text.codePointAt(index) ?? unit;
    const code = whole >= 0xd800 && whole <= 0xdfff ? 0xfffd : whole;
    if (code > 0xffff) index += 1;
    if (code < 0x800) putByte(size++, 0xc0 | (code >> 6));
    else {
      if (code < 0x10000) putByte(size++, 0xe0 | (code >> 12));
      else {
        putByte(size++, 0xf0 | (code >> 18));
        putByte(size++, 0x80 | ((code >> 12) & 63));
      }
      putByte(size++, 0x80 | ((code >> 6) & 63));
    }
    putByte(size++, 0x80 | (code & 63));
  }
  return size;
}

/** The start of many texts as words of a message; `size` in bytes. */
interface Start {
  readonly words: Int32Array;
  readonly size: number;
}

const wordsOf = (bytes: number) => Math.ceil(bytes / 4);

/** Clears the message, and makes room for as many bytes and the padding. */
function clearMessage(bytes: number) {
  const most = wordsOf(bytes + 72);
  if (message.length < most) message = new Int32Array(most);
  for (let word = 0; word < most; word += 1) message[word] = 0;
}

function startOf(text: string): Start {
  clearMessage(text.length * 3);
  const size = putText(text, 0);
  return { words: message.slice(0, wordsOf(size)), size };
}

/** Makes the message of a start and the rest with its padding (FIPS 180-4, 5.1.1); the number of words. */
function makeMessage(start: Start, rest: string): number {
  clearMessage(start.size + rest.length * 3);
  copy(start.words, message);
  const size = putText(rest, start.size);
  putByte(size, 0x80);
  const words = (Math.floor((size + 8) / 64) + 1) * 16;
  // The length in bits; the texts of this console stay far below 2³² of them.
  message[words - 1] = size * 8;
  return words;
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** A word of the schedule from those before it. */
function scheduled(t: number): number {
  const near = at(schedule, t - 2);
  const far = at(schedule, t - 15);
  const sigma1 = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
  const sigma0 = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
  return (sigma1 + at(schedule, t - 7) + sigma0 + at(schedule, t - 16)) | 0;
}

/** Mixes 16 words of the message into the state (FIPS 180-4, 6.2.2). */
function mixBlock(offset: number) {
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let t = 0; t < 64; t += 1) {
    const word = t < 16 ? at(message, offset + t) : scheduled(t);
    schedule[t] = word;
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + sum1 + (g ^ (e & (f ^ g))) + at(rounds, t) + word) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (sum0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}

/** Leaves the digest of a start and the rest in the state. */
function digest(start: Start, rest: string) {
  const words = makeMessage(start, rest);
  copy(initial, state);
  for (let offset = 0; offset < words; offset += 16) mixBlock(offset);
}

/** The digest of a text in UTF-8, as eight words (FIPS 180-4). */
export function sha256(text: string): Int32Array {
  digest(startOf(""), text);
  return state.slice();
}

export const buckets = 10_000;

/** For texts that begin alike: first 8 bytes of the digest of `start` and the rest, big-endian, modulo 10000. */
export function bucketsAfter(start: string): (rest: string) => number {
  const begun = startOf(start);
  return (rest) => {
    digest(begun, rest);
    const high = at(state, 0) >>> 0;
    const low = at(state, 1) >>> 0;
    // 2³² is 7296 modulo 10000; whole numbers of 32 bits are what engines divide fast.
    return ((high % buckets) * 7296 + (low % buckets)) % buckets;
  };
}

/** Buckets of a percentage: a whole number, where 0.07 * 100 alone would be 7.000000000000001. */
export const bucketsOf = (percent: number): number => Math.round(percent * 100);
