// Sends a file as it is made: the next part of it when the reader has taken the last one.
import type { Context } from "hono";

export interface SentFile {
  readonly type: string;
  readonly name: string;
  /** How many the file holds, so that a reader can tell how far it is. */
  readonly items: number;
  /** Bytes, where they are known. */
  readonly size?: number;
  readonly chunks: AsyncGenerator<string | Uint8Array<ArrayBuffer>>;
  /** Called when the reader goes away: ends what is under way. */
  readonly leave: () => void;
}

export function sendFile(context: Context, { type, name, items, size, chunks, leave }: SentFile): Response {
  context.header("Content-Type", type);
  context.header("Content-Disposition", `attachment; filename="${name}"`);
  context.header("X-Total-Count", String(items));
  if (size !== undefined) context.header("Content-Length", String(size));
  if (context.req.method === "HEAD") {
    leave();
    return context.body(null);
  }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      // Where it throws, the answer is cut off, and the reader sees that it is not whole.
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? Buffer.from(value) : value);
    },
    cancel: async () => {
      leave();
      await chunks.return(undefined).catch(() => undefined);
    },
  });
  return context.body(body);
}
