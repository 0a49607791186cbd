// Sends answers: compressed where the client takes that, JSON without a body where it has the same answer already.
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { accepts } from "hono/accepts";

/** Below, compressing costs more than it saves. */
const leastLength = 1024;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
/** Of the quick ones, which take half the time, the answer is a twentieth longer; their window of 128 KiB, in place of 4 MiB, is what the memory of the process has at hand. */
const levels = { usual: { brotli: 4, window: 22, gzip: 5 }, quick: { brotli: 2, window: 17, gzip: 3 } };
type Effort = keyof typeof levels;
const compressors = {
  br: (text: string | Buffer, effort: Effort) =>
    toBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: levels[effort].brotli,
        [constants.BROTLI_PARAM_LGWIN]: levels[effort].window,
      },
    }),
  gzip: (text: string | Buffer, effort: Effort) => toGzip(text, { level: levels[effort].gzip }),
};

const isCompressed = (encoding: string): encoding is keyof typeof compressors => encoding in compressors;

const encodings = { usual: ["br", "gzip"], quick: ["gzip", "br"] };

/** The best that the client takes, whatever it prefers: of the shortest answers, or of those that take the least processor time. */
export const encodingFor = (context: Context, effort: Effort = "usual") =>
  accepts(context, {
    header: "Accept-Encoding",
    supports: encodings[effort],
    default: "identity",
    match: (taken, { supports, default: none }) =>
      supports.find((encoding) => taken.some(({ type, q }) => type === encoding && q > 0)) ?? none,
  });

/** The tag of an answer by its text. Weak, because it is the same for each encoding. */
const tagOf = (text: string) => `W/"${hash("sha1", text, "base64url")}"`;

// Choice: a list, and nothing else, is answered 304 to whoever has it: other answers depend on more than their version.
/** Answers `text`, which is JSON; with `isList` by its tag. */
export async function sendJson(context: Context, text: string, status: 200 | 201, isList = false) {
  if (isList) {
    const tag = tagOf(text);
    context.header("ETag", tag);
    context.header("Cache-Control", "private, no-cache");
    if (context.req.header("if-none-match")?.includes(tag)) {
      context.header("Vary", "Accept-Encoding", { append: true });
      return context.body(null, 304);
    }
  }
  context.header("Content-Type", "application/json");
  return sendText(context, text, status);
}

/** JSON that is sent many times, compressed once for each encoding. */
export interface KeptText {
  readonly characters: number;
  /** In UTF-8. */
  readonly bytes: Buffer<ArrayBuffer>;
  readonly compressed: Map<keyof typeof compressors, ReturnType<typeof compressors.br>>;
}

export const keptText = (text: string): KeptText => ({
  characters: text.length,
  bytes: Buffer.from(text),
  compressed: new Map(),
});

export async function sendKept(context: Context, { bytes, compressed }: KeptText): Promise<Response> {
  context.header("Content-Type", "application/json");
  context.header("Vary", "Accept-Encoding", { append: true });
  const encoding = encodingFor(context);
  if (!isCompressed(encoding)) return context.body(bytes);
  const body = compressed.get(encoding) ?? compressors[encoding](bytes, "usual");
  compressed.set(encoding, body);
  context.header("Content-Encoding", encoding);
  return context.body(await body);
}

/** An answer as it is sent. */
export interface Packed {
  readonly encoding: string;
  readonly body: string | Buffer<ArrayBuffer>;
}

/** Compressed in an encoding, if it is one. */
export async function packed(
  text: string | Buffer<ArrayBuffer>,
  encoding: string,
  effort: Effort,
): Promise<Packed> {
  const isWorthIt = text.length >= leastLength && isCompressed(encoding);
  return isWorthIt
    ? { encoding, body: await compressors[encoding](text, effort) }
    : { encoding: "identity", body: text };
}

/** Answers what is packed in the encoding for the client, and whose type is set. */
export function sendPacked(context: Context, { encoding, body }: Packed, status: 200 | 201 = 200) {
  context.header("Vary", "Accept-Encoding", { append: true });
  if (isCompressed(encoding)) context.header("Content-Encoding", encoding);
  return context.body(body, status);
}

/** Answers `text`, whose type is set. */
export const sendText = async (context: Context, text: string, status: 200 | 201) =>
  sendPacked(context, await packed(text, encodingFor(context), "usual"), status);
