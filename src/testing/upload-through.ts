// Lets a page under test upload a file: XMLHttpRequest is redirected to fetch, which consoleAt connects to the real service.
import { vi } from "vitest";

class Sent extends EventTarget {
  readonly upload = new EventTarget();
  private readonly headers = new Headers();
  private target = { method: "", url: "" };
  status = 0;
  statusText = "";
  responseText = "";

  open(method: string, url: string) {
    this.target = { method, url };
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  send(file: File) {
    const { method, url } = this.target;
    const total = file.size;
    this.upload.dispatchEvent(new ProgressEvent("progress", { loaded: total, total }));
    void read(file).then(async (body) => {
      const answer = await fetch(url, { method, headers: this.headers, body });
      this.status = answer.status;
      this.responseText = await answer.text();
      this.dispatchEvent(new Event("load"));
    });
  }
}

/** Node cannot send a File of jsdom, so it is read as text. */
const read = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.readAsText(file);
  });

export const uploadThroughFetch = () => vi.stubGlobal("XMLHttpRequest", Sent);
