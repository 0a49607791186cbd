// Sends responses: compressed if the client supports it, and lists as 304 if the client already has the same one.
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { accepts } from "hono/accepts";

/** Shorter responses are not worth compressing. */
const leastLength = 1024;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
/** Compression levels. The quick ones take half the time for 5 % larger output; their window of 128 KiB instead of 4 MiB fits in memory
 *  that the process already has. */
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

/** Returns the best encoding that the client accepts, ignoring its
 *  preference: the smallest, or with "quick" the one with the least CPU time. */
export const encodingFor = (context: Context, effort: Effort = "usual") =>
  accepts(context, {
    header: "Accept-Encoding",
    supports: encodings[effort],
    default: "identity",
    match: (taken, { supports, default: none }) =>
      supports.find((encoding) => taken.some(({ type, q }) => type === encoding && q > 0)) ?? none,
  });

/** Returns the ETag of a response text. It is weak, because it is the same for all encodings. */
const tagOf = (text: string) => `W/"${hash("sha1", text, "base64url")}"`;

/** Sets the ETag of a list; returns the answer 304 if the client already has this list. */
function unchanged(context: Context, tag: string): Response | undefined {
  context.header("ETag", tag);
  context.header("Cache-Control", "private, no-cache");
  if (!context.req.header("if-none-match")?.includes(tag)) return undefined;
  context.header("Vary", "Accept-Encoding", { append: true });
  return context.body(null, 304);
}

// Choice: only unchanged lists are answered with 304: other answers depend on more than their version.
/** Sends JSON text; lists get an ETag and may be answered with 304. */
export async function sendJson(context: Context, text: string, status: 200 | 201, isList = false) {
  const answer = isList ? unchanged(context, tagOf(text)) : undefined;
  if (answer) return answer;
  context.header("Content-Type", "application/json");
  return sendText(context, text, status);
}

/** A list that is sent many times. */
export interface KeptList extends PrecompressedText {
  readonly tag: string;
}

export const keptList = (text: string): KeptList => ({ ...precompressedText(text), tag: tagOf(text) });

export const sendKeptList = async (context: Context, list: KeptList): Promise<Response> =>
  unchanged(context, list.tag) ?? sendPrecompressed(context, list, leastLength);

/** JSON that is sent many times, compressed once per encoding. */
export interface PrecompressedText {
  readonly characters: number;
  /** The text in UTF-8. */
  readonly bytes: Buffer<ArrayBuffer>;
  readonly compressed: Map<keyof typeof compressors, ReturnType<typeof compressors.br>>;
}

export const precompressedText = (text: string): PrecompressedText => ({
  characters: text.length,
  bytes: Buffer.from(text),
  compressed: new Map(),
});

/** Sends such JSON, compressed if it has at least that many bytes. */
export async function sendPrecompressed(
  context: Context,
  { bytes, compressed }: PrecompressedText,
  fromLength = 0,
): Promise<Response> {
  context.header("Content-Type", "application/json");
  context.header("Vary", "Accept-Encoding", { append: true });
  const encoding = bytes.length < fromLength ? "identity" : encodingFor(context);
  if (!isCompressed(encoding)) return context.body(bytes);
  const body = compressed.get(encoding) ?? compressors[encoding](bytes, "usual");
  compressed.set(encoding, body);
  context.header("Content-Encoding", encoding);
  return context.body(await body);
}

/** An encoded response body. */
export interface EncodedBody {
  readonly encoding: string;
  readonly body: string | Buffer<ArrayBuffer>;
}

/** Compresses a text unless the encoding is `identity` or the text is too short. */
export async function encodeBody(
  text: string | Buffer<ArrayBuffer>,
  encoding: string,
  effort: Effort,
): Promise<EncodedBody> {
  const isWorthIt = text.length >= leastLength && isCompressed(encoding);
  return isWorthIt
    ? { encoding, body: await compressors[encoding](text, effort) }
    : { encoding: "identity", body: text };
}

/** Sends an encoded body; the content type must already be set. */
export function sendEncoded(context: Context, { encoding, body }: EncodedBody, status: 200 | 201 = 200) {
  context.header("Vary", "Accept-Encoding", { append: true });
  if (isCompressed(encoding)) context.header("Content-Encoding", encoding);
  return context.body(body, status);
}

/** Sends a text; the content type must already be set. */
export const sendText = async (context: Context, text: string, status: 200 | 201) =>
  sendEncoded(context, await encodeBody(text, encodingFor(context), "usual"), status);
