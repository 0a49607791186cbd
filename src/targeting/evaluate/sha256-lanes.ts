// SHA-256 of four messages side by side.
// Choice: when many texts are hashed at once, a WebAssembly program of our own hashes four in the time of one.

/** Number of messages that are hashed at once. */
export const lanes = 4;
/** Maximum number of blocks of a message. */
export const mostBlocks = 4;
/** Addresses of state and message blocks in the memory of the program. */
const [stateAt, blocksAt] = [0, 128];

const isPrime = (number: number) =>
  Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor !== 0);
const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter(isPrime);
/** The first 32 bits of the fractional part, from which FIPS 180-4 derives its constants (roots of primes). */
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

type Code = number[];
const leb = (number: number): Code =>
  number < 128 ? [number] : [(number & 127) | 128, ...leb(Math.floor(number / 128))];
const vector = (...items: Code[]): Code => [...leb(items.length), ...items.flat()];
const sized = (code: Code): Code => [...leb(code.length), ...code];
const section = (id: number, code: Code): Code => [id, ...sized(code)];

const simd = (opcode: number): Code => [0xfd, ...leb(opcode)];
const get = (local: number): Code => [0x20, ...leb(local)];
const set = (local: number): Code => [0x21, ...leb(local)];
const add = (...terms: Code[]): Code =>
  terms.flatMap((term, index) => (index ? [...term, ...simd(174)] : term));
const xor = (...terms: Code[]): Code =>
  terms.flatMap((term, index) => (index ? [...term, ...simd(0x51)] : term));
/** Selects the bits of `one` where the mask is set, else those of `other`. */
const select = (one: Code, other: Code, mask: Code): Code => [...one, ...other, ...mask, ...simd(0x52)];
const shift =
  (opcode: number) =>
  (term: Code, bits: number): Code => [...term, 0x41, bits, ...simd(opcode)];
const [left, right] = [shift(171), shift(173)];
const rotated = (term: Code, bits: number): Code => [
  ...right(term, bits),
  ...left(term, 32 - bits),
  ...simd(0x50),
];
const everyLane = (word: number): Code => {
  const bytes = [0, 8, 16, 24].map((bits) => (word >>> bits) & 255);
  return [...simd(0x0c), ...bytes, ...bytes, ...bytes, ...bytes];
};
const load = (address: Code, offset: number): Code => [...address, ...simd(0), 4, ...leb(offset)];
const store = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  ...simd(0x0b),
  4,
  ...leb(offset),
];

/** Emits the function that compresses one block of each message; its parameter is the address of the block. */
function compression(): Code {
  const block = get(0);
  const none: Code = [0x41, 0];
  const state = (index: number) => 1 + index;
  const word = (index: number) => 9 + (index % 16);
  const small = (term: Code, one: number, two: number, three: number) =>
    xor(rotated(term, one), rotated(term, two), right(term, three));
  const large = (term: Code, one: number, two: number, three: number) =>
    xor(rotated(term, one), rotated(term, two), rotated(term, three));
  const code: Code = [];
  for (let index = 0; index < 8; index += 1)
    code.push(...load(none, stateAt + 16 * index), ...set(state(index)));
  for (let index = 0; index < 16; index += 1) code.push(...load(block, 16 * index), ...set(word(index)));
  for (let round = 0; round < 64; round += 1) {
    // Rotates the names of the state variables each round instead of moving their values.
    const at = (name: number) => state((name - round + 64) % 8);
    const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map((name) => get(at(name))) as [
      Code,
      Code,
      Code,
      Code,
      Code,
      Code,
      Code,
      Code,
    ];
    const own = get(word(round));
    if (round >= 16) {
      const [before2, before15] = [get(word(round - 2)), get(word(round - 15))];
      code.push(
        ...add(own, small(before15, 7, 18, 3), get(word(round - 7)), small(before2, 17, 19, 10)),
        ...set(word(round)),
      );
    }
    code.push(
      ...add(h, large(e, 6, 11, 25), select(f, g, e), everyLane(constants[round] ?? 0), own),
      ...set(at(7)),
      ...add(d, h),
      ...set(at(3)),
      ...add(h, large(a, 2, 13, 22), select(c, a, xor(a, b))),
      ...set(at(7)),
    );
  }
  for (let index = 0; index < 8; index += 1) {
    const place = stateAt + 16 * index;
    code.push(...store(none, place, add(load(none, place), get(state(index)))));
  }
  const locals = vector([24, 0x7b]);
  return [...locals, ...code, 0x0b];
}

const nameOf = (text: string): Code => sized(Array.from(text, (letter) => letter.charCodeAt(0)));

/** Emits the function that resets the state and clears the messages. */
function beginning(): Code {
  const none: Code = [0x41, 0];
  const words = mostBlocks * 16;
  return [
    ...vector(),
    ...initial.flatMap((word, index) => store(none, stateAt + 16 * index, everyLane(word))),
    ...Array.from({ length: words }, (_, index) => store(none, blocksAt + 16 * index, everyLane(0))).flat(),
    0x0b,
  ];
}

/** The parts of the WebAssembly API used here; TypeScript ships its types only with the DOM library. */
interface Program {
  readonly exports: {
    readonly memory: { readonly buffer: ArrayBuffer };
    readonly begin: () => void;
    readonly compress: (block: number) => void;
  };
}
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => Program;
};

const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const program = Uint8Array.from(
  [
    magic,
    section(1, vector([0x60, ...vector(), ...vector()], [0x60, ...vector([0x7f]), ...vector()])),
    section(3, vector([0], [1])),
    section(5, vector([0x00, 1])),
    section(
      7,
      vector([...nameOf("memory"), 0x02, 0], [...nameOf("begin"), 0x00, 0], [...nameOf("compress"), 0x00, 1]),
    ),
    section(10, vector(sized(beginning()), sized(compression()))),
  ].flat(),
);

export function sha256Lanes() {
  const { memory, begin, compress } = new WebAssembly.Instance(new WebAssembly.Module(program)).exports;
  const state = new Uint32Array(memory.buffer, stateAt, 8 * lanes);
  return {
    /** Words of the messages, interleaved: the words of one lane are at every fourth index. */
    message: new Int32Array(memory.buffer, blocksAt, mostBlocks * 16 * lanes),
    begin,
    /** Compresses the block at an index in all lanes. */
    compress: (index: number) => compress(blocksAt + index * 64 * lanes),
    /** Returns a word of a lane's digest after the blocks compressed so far. */
    digest: (lane: number, index: number): number => state[index * lanes + lane] ?? 0,
  };
}
