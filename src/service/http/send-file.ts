// Streams a file while it is generated, with back-pressure: the next chunk is only produced once the client has taken the previous one.
import type { Context } from "hono";

export interface SentFile {
  readonly type: string;
  readonly name: string;
  /** Number of items in the file, so that the client can show progress. */
  readonly items: number;
  /** Size in bytes, if known. */
  readonly size?: number;
  readonly chunks: AsyncGenerator<string | Uint8Array<ArrayBuffer>>;
  /** Called when the client disconnects: stops generating. */
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
      // If this throws, the response is aborted, so that the client notices the incomplete file.
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
