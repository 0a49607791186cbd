// Reads one stream of events over fetch from start to end.
import { StreamedEvents, maxMessageInterval } from "#contract/event-stream.ts";
import { call, type Input } from "#console/foundation/api/call.ts";
import { messageReader } from "./read-messages.ts";

/** ms without a message after which a connection counts as lost. */
const longestSilence = 3 * maxMessageInterval;

export type StreamInput = Input<"streamEvents">;

/** Resolves when the stream ends; rejects if it is refused, broken or silent. */
export async function followStream(
  input: StreamInput,
  signal: AbortSignal,
  take: (kind: string, message: StreamedEvents) => void,
): Promise<void> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilence);
  };
  /** Returns the last message, which stands for the answer. */
  async function read(body: ReadableStream<Uint8Array>): Promise<string> {
    const messages = messageReader();
    const decoder = new TextDecoder();
    const reader = body.getReader();
    either.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
    let last = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || either.aborted) return last;
      hear();
      for (const { kind, data } of messages(decoder.decode(value, { stream: true }))) {
        last = data;
        take(kind, StreamedEvents.parse(JSON.parse(data)));
      }
    }
  }
  try {
    hear();
    await call("streamEvents", input, {
      signal: either,
      carry: async ({ method, url, headers }) => {
        const answer = await fetch(url, { method, headers, signal: either });
        const { status, ok, statusText: reason, body } = answer;
        return { status, ok, reason, text: ok && body ? await read(body) : await answer.text() };
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
