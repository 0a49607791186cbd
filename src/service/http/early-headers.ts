// Headers that are known before an answer is made. They are given to Node itself: the router sorts those of each answer and sets them one
// by one, which takes a third of the time of a small answer. A header of the same name that the answer has itself stays.
import type { ServerResponse } from "node:http";
import type { Context } from "hono";

/** Undefined where a test asks without a server. */
export function outgoingOf({ env }: Context): ServerResponse | undefined {
  const bindings: { readonly outgoing?: ServerResponse } | undefined = env;
  return bindings?.outgoing;
}

export function setEarly(context: Context, name: string, value: string) {
  const outgoing = outgoingOf(context);
  if (outgoing) outgoing.setHeader(name, value);
  else context.header(name, value);
}

export const setNoStore = (context: Context) => setEarly(context, "Cache-Control", "no-store");
