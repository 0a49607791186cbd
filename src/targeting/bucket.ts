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
const initial = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** UTF-8; halves of a surrogate pair become U+FFFD. */
function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes.push(unit);
      continue;
    }
    const whole = text.codePointAt(at) ?? unit;
    const code = whole >= 0xd800 && whole <= 0xdfff ? 0xfffd : whole;
    if (code > 0xffff) at += 1;
    if (code < 0x800) bytes.push(0xc0 | (code >> 6));
    else {
      if (code < 0x10000) bytes.push(0xe0 | (code >> 12));
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63));
      bytes.push(0x80 | ((code >> 6) & 63));
    }
    bytes.push(0x80 | (code & 63));
  }
  return bytes;
}

const schedule = new Int32Array(64);
const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const word = (words: Int32Array, at: number) => words[at] ?? 0;

function mixBlock(state: Int32Array, bytes: readonly number[], offset: number) {
  const byte = (at: number) => bytes[offset + at] ?? 0;
  for (let t = 0; t < 16; t += 1)
    schedule[t] = (byte(4 * t) << 24) | (byte(4 * t + 1) << 16) | (byte(4 * t + 2) << 8) | byte(4 * t + 3);
  for (let t = 16; t < 64; t += 1) {
    const near = word(schedule, t - 2);
    const far = word(schedule, t - 15);
    const sigma1 = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    const sigma0 = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    schedule[t] = (sigma1 + word(schedule, t - 7) + sigma0 + word(schedule, t - 16)) | 0;
  }
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + word(rounds, t) + word(schedule, t)) | 0;
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
  [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at] = (word(state, at) + value) | 0));
}

/** The digest of a text in UTF-8, as eight words (FIPS 180-4). */
export function sha256(text: string): Int32Array {
  const bytes = utf8(text);
  const bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  const high = Math.floor(bits / 2 ** 32);
  for (const part of [high, bits])
    bytes.push((part >>> 24) & 255, (part >>> 16) & 255, (part >>> 8) & 255, part & 255);
  const state = new Int32Array(initial);
  for (let offset = 0; offset < bytes.length; offset += 64) mixBlock(state, bytes, offset);
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
