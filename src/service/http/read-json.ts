// The body of a request as JSON. What it says is the contract's; here it is only whether it can be read and stored.
import type { Context, MiddlewareHandler } from "hono";
import { oversized } from "#contract/oversized.ts";
import { unstorable } from "#contract/storable.ts";
import { refuseNesting } from "./refuse-nesting.ts";
import { badField, refuse, Refusal } from "./errors.ts";

const longest = 1024 * 1024;

const tooLarge = () => new Refusal(413, "The body is larger than 1 MiB.");

/**
 * Refuses a body by its stated length. It does not touch the body itself: what nobody began to read, the server reads and drops, so
 * that a client that is still sending gets the refusal and not a closed connection.
 */
export const limitBody: MiddlewareHandler = async (context, next) => {
  if (Number(context.req.header("content-length") ?? 0) > longest) throw tooLarge();
  await next();
};

/** The bytes of a body, which may have stated no length. */
async function readBytes(context: Context): Promise<Uint8Array> {
  // A stated length is within bounds, and the server reads no more than that.
  if (context.req.header("content-length")) return new Uint8Array(await context.req.arrayBuffer());
  const reader = context.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length <= longest) chunks.push(part.value);
    // Read to its end, within bounds, for the same reason.
    else if (length > 16 * longest) await reader?.cancel();
  }
  if (length > longest) throw tooLarge();
  return Buffer.concat(chunks);
}

/** The parsed body; throws 400 and 415. Undefined where an optional one is left out. */
export async function readJson(context: Context, optional: boolean): Promise<unknown> {
  const bytes = await readBytes(context);
  if (optional && bytes.byteLength === 0) return undefined;
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new Refusal(415, "Send the body as Content-Type: application/json.");
  if (!/^(identity)?$/i.test(context.req.header("content-encoding") ?? ""))
    throw new Refusal(415, "Send the body without Content-Encoding.");
  refuseNesting(bytes);
  const body = parsed(bytes);
  refuse(oversized(body));
  // The schemas leave fields of this name out without a word.
  refuse(unstorable(body, ["__proto__"]));
  return body;
}

function parsed(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badField("", "The body is not UTF-8");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw badField("", "The body is not valid JSON");
  }
}
