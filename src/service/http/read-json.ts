// Parses the JSON body of a request. Only syntax, size and storability are checked here; the contract validates the content.
import type { Context, MiddlewareHandler } from "hono";
import { sizeLimitProblems } from "#contract/oversized.ts";
import { storabilityProblems } from "#contract/storable.ts";
import { refuseNesting } from "./refuse-nesting.ts";
import { badField, refuse, HttpError } from "./errors.ts";

const longest = 1024 * 1024;

const tooLarge = () => new HttpError(413, "The body is larger than 1 MiB.");

/** Rejects a body by its Content-Length without reading it: the server reads and drops unread bodies, so a client that is still sending
 *  receives the error instead of a closed connection. */
export const limitBody: MiddlewareHandler = async (context, next) => {
  if (Number(context.req.header("content-length") ?? 0) > longest) throw tooLarge();
  await next();
};

/** Reads the bytes of a body, which may have no Content-Length. */
async function readBytes(context: Context): Promise<Uint8Array> {
  // The Content-Length has been checked, and the server reads no more than that.
  if (context.req.header("content-length")) return new Uint8Array(await context.req.arrayBuffer());
  const reader = context.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length <= longest) chunks.push(part.value);
    // The rest of a body that is too large is read and dropped, up to a limit, so that the client receives the error.
    else if (length > 16 * longest) await reader?.cancel();
  }
  if (length > longest) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Returns the parsed body, or undefined if an optional one is absent; throws 400 or 415. */
export async function readJson(context: Context, optional: boolean): Promise<unknown> {
  const bytes = await readBytes(context);
  if (optional && bytes.byteLength === 0) return undefined;
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new HttpError(415, "Send the body as Content-Type: application/json.");
  if (!/^(identity)?$/i.test(context.req.header("content-encoding") ?? ""))
    throw new HttpError(415, "Send the body without Content-Encoding.");
  refuseNesting(bytes);
  const body = parsed(bytes);
  refuse(sizeLimitProblems(body));
  // The schemas would silently drop fields of this name.
  refuse(storabilityProblems(body, ["__proto__"]));
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
