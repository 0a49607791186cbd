// Downloads a file that the service streams while generating it, and reports progress. The browser holds the parts received so
// far, on disk if the file is large.
import { call, type Carry, type Input } from "./call.ts";

interface DownloadOptions {
  /** Called with the bytes received, the total size if known, and the number of events that the file will contain. */
  onProgress: (progress: { bytes: number; size: number | undefined; items: number | undefined }) => void;
  signal: AbortSignal;
}

/** ms between two progress reports; a large file arrives in tens of thousands of parts. */
const betweenProgress = 100;

const numberIn = (text: string | null) => (text === null ? undefined : Number(text));

/** Resolves with the file; rejects if it did not arrive completely. */
export async function download(
  input: Input<"exportEvents">,
  { onProgress, signal }: DownloadOptions,
): Promise<Blob> {
  let file: Blob | undefined;
  const carry: Carry = async ({ method, url, headers }) => {
    const answer = await fetch(url, { method, headers, signal });
    const { status, ok, statusText: reason, body } = answer;
    if (!ok || !body) return { status, ok, reason, text: await answer.text() };
    const size = numberIn(answer.headers.get("Content-Length"));
    const items = numberIn(answer.headers.get("X-Total-Count"));
    let [bytes, told] = [0, -Infinity];
    const counted = body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          bytes += chunk.length;
          if (performance.now() - told > betweenProgress) {
            told = performance.now();
            onProgress({ bytes, size, items });
          }
          controller.enqueue(chunk);
        },
      }),
    );
    file = await new Response(counted, {
      headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" },
    }).blob();
    return { status, ok, reason, text: "" };
  };
  await call("exportEvents", input, { signal, carry });
  if (!file) throw new Error("The service sent no file.");
  return file;
}
