// Uploads a file and reports the upload progress, which fetch does not provide.
import { call, type ResponseOf, type Carry, type Input } from "./call.ts";

interface UploadOptions {
  /** Called with the number of bytes sent so far. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

const carryBy =
  (file: Blob, { onSent, signal }: UploadOptions): Carry =>
  ({ method, url, headers }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
      request.addEventListener("load", () => {
        const { status, statusText, responseText } = request;
        resolve({ status, ok: status >= 200 && status < 300, reason: statusText, text: responseText });
      });
      request.addEventListener("error", () => reject(new TypeError("The file could not be sent.")));
      request.addEventListener("abort", () => reject(signal.reason));
      signal.addEventListener("abort", () => request.abort(), { once: true });
      request.send(file);
    });

export const upload = (
  input: Input<"sendImportFile">,
  file: Blob,
  options: UploadOptions,
): Promise<ResponseOf<"sendImportFile">> =>
  call("sendImportFile", input, { signal: options.signal, carry: carryBy(file, options) });
