import { expect, test } from "vitest";
import { bucketAfter, bucketsOf } from "./bucket.ts";

/** The bucket for a digest in hexadecimal digits: its first eight bytes, big-endian, modulo 10000. */
const bucketOf = (digest: string) => Number(BigInt(`0x${digest.slice(0, 16)}`) % 10_000n);

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
])("the published vectors of SHA-256, %#", (text, digest) => {
  for (const start of [0, text.length >> 1, text.length])
    expect(bucketAfter(text.slice(0, start), text.slice(start))).toBe(bucketOf(digest));
});

// Lengths around block boundaries, and the UTF-8 encoding of other scripts and broken surrogate pairs; digests by OpenSSL.
test.each([
  ["x".repeat(55), "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"],
  ["x".repeat(56), "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"],
  ["x".repeat(63), "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"],
  ["x".repeat(64), "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"],
  ["x".repeat(65), "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9"],
  ["x".repeat(119), "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"],
  ["x".repeat(120), "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98"],
  ["é€😀", "df9226927fd572c1ee66eec85de1bb139497614899f36e4e90474cb71f6ef9d0"],
  ["a\ud800b", "05087813392efc16fe8ff448920c6328e53af865df39419436659d9ffda90f7b"],
  ["\udc00", "83d544ccc223c057d2bf80d3f2a32982c32c3c0db8e2674820da5064783fb097"],
])("%#: a text of %j", (text, digest) => {
  for (const start of [0, text.length >> 1, text.length])
    expect(bucketAfter(text.slice(0, start), text.slice(start))).toBe(bucketOf(digest));
});

test.each([
  ["checkout_eligible.r2.user-1", 7826],
  ["checkout_eligible.r2.user-2", 1086],
  ["saved_cards.r1.Žofie", 8064],
  [".r1.", 5388],
])("%s falls into bucket %i: the first eight bytes, big-endian, modulo 10000", (text, bucket) => {
  for (const start of [0, 4, 7, text.length])
    expect(bucketAfter(text.slice(0, start), text.slice(start))).toBe(bucket);
});

test("every percentage of two decimals is its own number of buckets", () => {
  for (let count = 0; count <= 10_000; count += 1) expect(bucketsOf(count / 100)).toBe(count);
});

test("a start of any length is hashed like the same text as a whole", () => {
  for (let length = 0; length <= 130; length += 1) {
    const start = "é".repeat(length);
    for (const rest of ["user", "", "x".repeat(80), "user"])
      expect(bucketAfter(start, rest)).toBe(bucketAfter("", start + rest));
  }
});
