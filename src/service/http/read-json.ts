// The body of a request as JSON. What it says is the contract's; here it is only whether it can be read and stored.
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { oversized } from "#contract/limits.ts";
import { unstorable } from "#contract/storable.ts";
import { badField, refuse, Refusal } from "./errors.ts";

export const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: (context) => {
    // The rest of the body is not read, so the connection cannot serve another request.
    context.header("Connection", "close");
    throw new Refusal(413, "The body is larger than 1 MiB.");
  },
});

/** The parsed body; throws 400 and 415. Undefined where an optional one is left out. */
export async function readJson(context: Context, optional: boolean): Promise<unknown> {
  const bytes = await context.req.arrayBuffer();
  if (optional && bytes.byteLength === 0) return undefined;
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new Refusal(415, "Send the body as Content-Type: application/json.");
  if (!/^(identity)?$/i.test(context.req.header("content-encoding") ?? ""))
    throw new Refusal(415, "Send the body without Content-Encoding.");
  const body = parsed(bytes);
  refuse(oversized(body));
  // The schemas leave fields of this name out without a word.
  refuse(unstorable(body, ["__proto__"]));
  return body;
}

function parsed(bytes: ArrayBuffer): unknown {
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
