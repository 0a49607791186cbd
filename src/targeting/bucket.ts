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
let bytes = new Uint8Array(1024);
const schedule = new Int32Array(64);

/** Writes a text as UTF-8 into `bytes`, halves of surrogate pairs as U+FFFD; the number of bytes. */
function writeText(text: string): number {
  let size = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[size++] = unit;
      continue;
    }
    const whole = text.codePointAt(index) ?? unit;
    const code = whole >= 0xd800 && whole <= 0xdfff ? 0xfffd : whole;
    if (code > 0xffff) index += 1;
    if (code < 0x800) bytes[size++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[size++] = 0xe0 | (code >> 12);
      else {
        bytes[size++] = 0xf0 | (code >> 18);
        bytes[size++] = 0x80 | ((code >> 12) & 63);
      }
      bytes[size++] = 0x80 | ((code >> 6) & 63);
    }
    bytes[size++] = 0x80 | (code & 63);
  }
  return size;
}

/** Writes a text and its padding into `bytes` (FIPS 180-4, 5.1.1); the number of bytes. */
function writeMessage(text: string): number {
  if (bytes.length < text.length * 3 + 72) bytes = new Uint8Array(text.length * 3 + 72);
  const size = writeText(text);
  const padded = (Math.floor((size + 8) / 64) + 1) * 64;
  bytes.fill(0, size, padded);
  bytes[size] = 0x80;
  // The length in bits; the texts of this console stay far below 2³² of them.
  for (let last = 0; last < 4; last += 1) bytes[padded - 1 - last] = (size * 8) >>> (8 * last);
  return padded;
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const at = (words: Int32Array, index: number) => words[index] ?? 0;

const bigEndian = (index: number) =>
  ((bytes[index] ?? 0) << 24) |
  ((bytes[index + 1] ?? 0) << 16) |
  ((bytes[index + 2] ?? 0) << 8) |
  (bytes[index + 3] ?? 0);

/** Mixes the 16 words at the start of the schedule into the state (FIPS 180-4, 6.2.2). */
function mixBlock(state: Int32Array) {
  for (let t = 16; t < 64; t += 1) {
    const near = at(schedule, t - 2);
    const far = at(schedule, t - 15);
    const sigma1 = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    const sigma0 = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    schedule[t] = (sigma1 + at(schedule, t - 7) + sigma0 + at(schedule, t - 16)) | 0;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + at(rounds, t) + at(schedule, t)) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
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

/** The digest of a text in UTF-8, as eight words (FIPS 180-4). */
export function sha256(text: string): Int32Array {
  const size = writeMessage(text);
  const state = initial.slice();
  for (let offset = 0; offset < size; offset += 64) {
    for (let t = 0; t < 16; t += 1) schedule[t] = bigEndian(offset + 4 * t);
    mixBlock(state);
  }
  return state;
}

export const buckets = 10_000;

/** First 8 bytes of the digest, big-endian, modulo 10000. */
export function bucketOf(text: string): number {
  const digest = sha256(text);
  const high = (digest[0] ?? 0) >>> 0;
  const low = (digest[1] ?? 0) >>> 0;
  // Below 10000 · 2³² + 2³², so exact in a double.
  return ((high % buckets) * 2 ** 32 + low) % buckets;
}

/** Buckets of a percentage: a whole number, where 0.07 * 100 alone would be 7.000000000000001. */
export const bucketsOf = (percent: number): number => Math.round(percent * 100);
