// Parses the body of an app request: JSON, plain or compressed. Compression is detected from the first bytes, because SDKs and their
// retries use different headers and query parameters.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Decompress } from "fzstd";
import type { Context } from "hono";
import { badField, HttpError } from "./errors.ts";

const mebibyte = 1024 * 1024;
const longest = 32 * mebibyte;
/** Maximum compression ratio. Similar events compress to a hundredth of their size; anything beyond this is a decompression bomb. */
const mostRatio = 500;

const tooLarge = () => new HttpError(413, "The body is larger than 32 MiB unpacked.");

async function readBytes(context: Context): Promise<Buffer> {
  const stated = Number(context.req.header("content-length") ?? Number.NaN);
  if (stated > longest) throw tooLarge();
  // The server reads no more than the Content-Length, and all at once.
  if (stated >= 0) return Buffer.from(await context.req.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of context.req.raw.body ?? []) {
    length += chunk.byteLength;
    if (length > longest) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const begins = (bytes: Buffer, ...first: number[]) => first.every((byte, place) => bytes[place] === byte);

function unpackZstandard(bytes: Buffer, most: number): Buffer {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const unpacking = new Decompress((chunk) => {
    length += chunk.byteLength;
    if (length > most) throw tooLarge();
    chunks.push(chunk);
  });
  // Decompressed in pieces, so that a body that is too large is detected early.
  for (let start = 0; start < bytes.length; start += 65_536)
    unpacking.push(bytes.subarray(start, start + 65_536), start + 65_536 >= bytes.length);
  return Buffer.concat(chunks);
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  const most = Math.min(longest, Math.max(mebibyte, bytes.length * mostRatio));
  try {
    if (begins(bytes, 0x1f, 0x8b)) return await promisify(gunzip)(bytes, { maxOutputLength: most });
    return begins(bytes, 0x28, 0xb5, 0x2f, 0xfd) ? unpackZstandard(bytes, most) : bytes;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (error instanceof RangeError) throw tooLarge();
    throw badField("", "The body cannot be unpacked");
  }
}

/** Decodes the body. SDKs in browsers may send reversed base64 to evade ad blockers; its content has single-byte characters only. */
function plainText({ req }: Context, bytes: Buffer): string {
  const isReversed = req.query("se") === "1" || req.header("statsig-encoded") === "1";
  if (!isReversed || begins(bytes, 0x7b)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  return Buffer.from(bytes.reverse().toString("latin1"), "base64").toString("latin1");
}

/** Returns the parsed body; throws 400 if it is invalid and 413 if it is too large. */
export async function readCompressedBody(context: Context): Promise<unknown> {
  const bytes = await unpacked(await readBytes(context));
  try {
    return JSON.parse(plainText(context, bytes));
  } catch {
    throw badField("", "The body is not valid JSON in UTF-8");
  }
}
